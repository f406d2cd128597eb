// Replaces Lit's `css-tag` module by one for browsers with constructable style sheets, which the script requires. The
// new module is a tenth of the size, because it does not check for constructable style sheets.

/** Lit reads this to decide how to adopt styles. */
export const supportsAdoptingStyleSheets = true

/** Lit's `unsafeCSS`: creates a style sheet that all elements of a document share. */
export const unsafeCSS = (text: string): CSSStyleSheet => {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  } catch {
    // The browser is too old; define.ts then shows a message.
    return null as never
  }
}

/** Lit's `css`, for templates without expressions. */
export const css = ([text = '']: TemplateStringsArray): CSSStyleSheet => unsafeCSS(text)

/** Exists because Lit exports this name. The element never uses it, and the name alone adds no bytes. */
export const CSSResult = null

/** Returns the style sheet unchanged: it can be adopted as it is. */
export const getCompatibleStyle = (style: CSSStyleSheet): CSSStyleSheet => style

/** Adds style sheets to a shadow root. */
export const adoptStyles = (root: ShadowRoot, styles: readonly CSSStyleSheet[]): void => {
  root.adoptedStyleSheets = [...styles]
}
