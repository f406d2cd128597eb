/** Makes a form the whole of the frame's document. */
export const showForm = (form: HTMLElement, title: string, styles: string): void => {
  // Before the first field, and constructed: a policy without any style source allows it.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [sheet]
  document.title = title
  document.body.append(form)
}
