/** The page without a network: it is kept by the service worker, and a new version is offered, never forced. */

const READY = "installed"; // of a worker that waits for its turn

class Update {
  /** A new version is there, and waits. */
  ready = $state(false);
  #waiting: ServiceWorker | null = null;

  /** Keep the page on this device, where the browser does that: at a secure address. */
  async keep(): Promise<void> {
    const here = import.meta.url; // of the page's script, one folder below the page itself
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    try {
      const found = await navigator.serviceWorker.register(new URL("../offline.js", here), { updateViaCache: "none" });
      this.#offer(found.waiting);
      found.addEventListener("updatefound", () => {
        const worker = found.installing;
        worker?.addEventListener("statechange", () => this.#offer(worker));
      });
    } catch {
      // played with a network only
    }
  }

  #offer(worker: ServiceWorker | null): void {
    if (worker?.state !== READY || !navigator.serviceWorker.controller) return; // the first one need not be offered
    this.#waiting = worker;
    this.ready = true;
  }

  /** Look for a new version and take it; where none is kept here, the page is simply loaded anew. */
  async renew(): Promise<void> {
    const found = await navigator.serviceWorker?.getRegistration();
    await found?.update().catch(() => {});
    const worker = found?.installing ?? found?.waiting;
    if (!worker) return location.reload();
    this.#waiting = worker;
    if (worker.state === READY) this.take();
    else worker.addEventListener("statechange", () => worker.state === READY && this.take());
  }

  /** Take the new version. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#waiting?.postMessage("update");
  }
}

export const update = new Update();
