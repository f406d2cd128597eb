/**
 * Whether the browser has the functions that the element and its card frame call, as the browsers that the script is
 * built for do. A browser with `AbortSignal.timeout` also has the older ones: `Object.hasOwn`, `Array.prototype.at`,
 * `ResizeObserver` and `HTMLDialogElement`.
 */
export const isSupported = (): boolean =>
  // On a server there is no document; the element is imported there without drawing anything.
  !globalThis.document ||
  [
    HTMLElement.prototype.attachInternals,
    globalThis.CSSStyleSheet?.prototype.replaceSync,
    globalThis.AbortSignal?.timeout,
    URL.canParse,
    !isSecureContext || crypto.randomUUID,
  ].every(Boolean)
