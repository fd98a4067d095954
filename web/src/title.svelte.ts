/** Name the page's window as long as a component is shown. */
export function titled(text: () => string): void {
  $effect(() => {
    document.title = text();
  });
}
