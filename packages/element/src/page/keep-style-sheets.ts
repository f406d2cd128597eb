const known = new WeakMap<ShadowRoot, readonly CSSStyleSheet[]>()

/** Gives `root` its style sheets again: moving the element to another document drops them. */
export const keepStyleSheets = (root: ShadowRoot): void => {
  // Another document refuses this document's style sheets.
  if (root.ownerDocument !== document) return
  if (root.adoptedStyleSheets.length > 0) known.set(root, [...root.adoptedStyleSheets])
  else root.adoptedStyleSheets = [...(known.get(root) ?? [])]
}
