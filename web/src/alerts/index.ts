/** Everything about alerts, loaded when somebody plays with friends. */
export * from "./alerts";
export { default as Bell } from "./Bell.svelte";
export { default as Offer } from "./Offer.svelte";
