// Both functions are sent to the page as text and run there, so they may use nothing outside themselves.

/**
 * The first element at a place of this document that a shopper can see. A place is a CSS selector, or several with `>>` between them, each
 * searched in the shadow root of the previous one. Words in double quotes at the end must occur in the element's text.
 */
export const findVisibleElement = (place: string): Element | null => {
  const [, selectors = place, words = ''] = /^(.*?)(?: "(.*)")?$/.exec(place) ?? []
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0
  let root: ParentNode | null = document
  let found: Element | null = null
  const steps = selectors.split(' >> ')
  for (const [step, selector] of steps.entries()) {
    const all: readonly Element[] = root === null ? [] : [...root.querySelectorAll(selector)]
    const wanted = step === steps.length - 1 ? words : ''
    found = all.find((element) => isShown(element) && (element.textContent ?? '').includes(wanted)) ?? null
    root = found?.shadowRoot ?? null
  }
  return found
}

/**
 * What has the focus in this document, in any shadow root: the frame if the focus is in a frame's document; otherwise the element's name,
 * or an empty text if nothing has the focus.
 */
export const findFocus = (): Element | string => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (active === null || active === document.body) return ''
  if (active instanceof HTMLIFrameElement) return active
  const [label = active] = active instanceof HTMLInputElement ? (active.labels ?? []) : []
  return (label.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}
