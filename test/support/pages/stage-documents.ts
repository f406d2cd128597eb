import type { Frame, Page } from 'playwright-core'

/** The documents of a stage that a shopper sees: the page with the element, and the card frame if it is shown. */
export const documentsOf = async (page: Page): Promise<readonly Frame[]> => {
  const seen = await page.locator('billing-checkout form:not([hidden]) .card:not([hidden]) iframe').elementHandles()
  const frames = await Promise.all(seen.map((frame) => frame.contentFrame()))
  return [page.mainFrame(), ...frames.filter((frame) => frame !== null)]
}

/**
 * What does not fit: a document wider than its window, a card frame lower than its content, and text that is cut off, including in shadow
 * roots.
 */
export const overflowsOf = async (page: Page): Promise<readonly string[]> => overflowsIn(await documentsOf(page))

/** What does not fit in the given documents, by the same rules as in `overflowsOf`. */
export const overflowsIn = async (frames: readonly Frame[]): Promise<readonly string[]> =>
  (await Promise.all(frames.map((frame) => frame.evaluate(findOverflows)))).flat()

/** Applies the text spacing that WCAG 1.4.12 says readers may set. */
export const applyTextSpacing = async (page: Page): Promise<void> => {
  for (const frame of await documentsOf(page)) await frame.evaluate(spaceOut)
}

/** What moves in the documents of a stage. If the reader prefers reduced motion, nothing should. */
export const movementsIn = async (page: Page): Promise<readonly string[]> => {
  const frames = await documentsOf(page)
  return (await Promise.all(frames.map((frame) => frame.evaluate(findMovements)))).flat()
}

// The following functions run in the page.

const findMovements = (): readonly string[] => {
  const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  return roots
    .flatMap((root) => root.getAnimations())
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 20)
    .map((animation) => `moves: ${animation instanceof CSSAnimation ? animation.animationName : 'a transition'}`)
}

const findOverflows = (): readonly string[] => {
  const roots = (root: Document | ShadowRoot): readonly Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot === null ? [] : roots(element.shadowRoot)),
    ])
  const isCutOff = (element: Element): boolean => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element)
    // Text for screen readers is clipped on purpose, and a field scrolls with its caret.
    if (clipPath !== 'none' || element.clientWidth === 0 || element instanceof HTMLInputElement) return false
    const isCutAcross = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1
    const isCutBelow = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1
    return isCutAcross || isCutBelow
  }
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
  const isFrame = parent !== window
  const cut = roots(document).filter(isCutOff)
  return [
    ...(scrollWidth > clientWidth ? [`${document.title} is ${scrollWidth} wide in a window of ${clientWidth}`] : []),
    ...(isFrame && scrollHeight > clientHeight ? [`the card frame lacks ${scrollHeight - clientHeight} pixels`] : []),
    ...cut.map((element) => `cut off: ${element.outerHTML.slice(0, 200)}`),
  ]
}

const spaceOut = async (): Promise<void> => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`)
  const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  // Wait until the card frame has reported its new height and the element has applied it.
  await new Promise((done) => setTimeout(done, 100))
}
