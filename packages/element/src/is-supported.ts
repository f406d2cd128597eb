/**
 * Whether the browser has the functions that the element and its card frame call. A browser with `AbortSignal.timeout` also has the older
 * ones: `Object.hasOwn`, `Array.prototype.at`, `ResizeObserver` and `HTMLDialogElement`.
 */
export const isSupported = (): boolean =>
  // A server has no document. It may import the element, but draws nothing.
  !globalThis.document ||
  [
    HTMLElement.prototype.attachInternals,
    globalThis.CSSStyleSheet?.prototype.replaceSync,
    globalThis.AbortSignal?.timeout,
    URL.canParse,
    !isSecureContext || crypto.randomUUID,
  ].every(Boolean)
