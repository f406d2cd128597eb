/** Makes a form the only content of the frame's document. */
export const mountForm = (form: HTMLElement, title: string, styles: string): void => {
  // The styles are added before the first field. A constructed style sheet is allowed even by a policy without any style source.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [sheet]
  document.title = title
  document.body.append(form)
}
