const known = new WeakMap<ShadowRoot, readonly CSSStyleSheet[]>()

/** Restores the style sheets of `root`, because moving the element to another document drops them. */
export const keepStyleSheets = (root: ShadowRoot): void => {
  // Another document refuses the style sheets of this document.
  if (root.ownerDocument !== document) return
  if (root.adoptedStyleSheets.length > 0) known.set(root, [...root.adoptedStyleSheets])
  else root.adoptedStyleSheets = [...(known.get(root) ?? [])]
}
