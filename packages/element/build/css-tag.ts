// What Lit's own module of this name does in browsers that have constructable style sheets, which are all that the script
// is built for; a tenth of its size, because it asks no browser whether it has them.

/** Lit asks whether it may rely on them. */
export const supportsAdoptingStyleSheets = true

/** Lit's `unsafeCSS`: a sheet that every element of a document shares. */
export const unsafeCSS = (text: string): CSSStyleSheet => {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  } catch {
    // An older browser: define.ts shows something else there.
    return null as never
  }
}

/** Lit's `css`, for templates without places. */
export const css = ([text = '']: TemplateStringsArray): CSSStyleSheet => unsafeCSS(text)

/** Lit exports it and the element never uses it; a bare name adds no bytes. */
export const CSSResult = null

/** A style as it can be adopted. */
export const getCompatibleStyle = (style: CSSStyleSheet): CSSStyleSheet => style

/** Adds style sheets to a shadow root. */
export const adoptStyles = (root: ShadowRoot, styles: readonly CSSStyleSheet[]): void => {
  root.adoptedStyleSheets = [...styles]
}
