/**
 * Whether the browser has the functions that the element and its card frame call: those of the browsers that the script is built for.
 * Every browser with `AbortSignal.timeout` also has what is older: `Object.hasOwn`, `Array.prototype.at`, `ResizeObserver` and
 * `HTMLDialogElement`.
 */
export const isSupported = (): boolean =>
  // A server that imports the element has no document, and shows nothing.
  !globalThis.document ||
  [
    HTMLElement.prototype.attachInternals,
    globalThis.CSSStyleSheet?.prototype.replaceSync,
    globalThis.AbortSignal?.timeout,
    URL.canParse,
    !isSecureContext || crypto.randomUUID,
  ].every(Boolean)
