const known = new WeakMap<ShadowRoot, readonly CSSStyleSheet[]>()

/** Gives `root` back the style sheets that it had when it was drawn last: another document, into which it was moved, drops them. */
export const keepStyleSheets = (root: ShadowRoot): void => {
  // A style sheet of one document is refused by another.
  if (root.ownerDocument !== document) return
  if (root.adoptedStyleSheets.length > 0) known.set(root, [...root.adoptedStyleSheets])
  else root.adoptedStyleSheets = [...(known.get(root) ?? [])]
}
