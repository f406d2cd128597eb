import type { Page } from 'playwright-core'

/** The position and size of one documented part of the element, in pixels of the page. */
export interface Place {
  readonly part: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The places of all visible parts, in document order. */
export const placesIn = (page: Page): Promise<readonly Place[]> =>
  page.locator('billing-checkout').evaluate((element) =>
    [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect()
        const [part = ''] = one.part
        return {
          part,
          left: Math.round(left),
          top: Math.round(top),
          right: Math.round(right),
          bottom: Math.round(bottom),
        }
      }),
  )

/** The places of the elements that match a selector, named by their tags, in document order. */
export const placesOf = (page: Page, selector: string): Promise<readonly Place[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const [l = 0, t = 0, r = 0, b = 0] = [left, top, right, bottom].map(Math.round)
      return { part: element.localName, left: l, top: t, right: r, bottom: b }
    }),
  )

/** Places as text, a line each. */
export const writePlaces = (places: readonly Place[]): string =>
  places.map(({ part, left, top, right, bottom }) => `${part} ${left} ${top} ${right} ${bottom}\n`).join('')

/** The places that `writePlaces` wrote. */
export const readPlaces = (text: string): readonly Place[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [part = '', ...edges] = line.split(' ')
      const [left = 0, top = 0, right = 0, bottom = 0] = edges.map(Number)
      return { part, left, top, right, bottom }
    })

/** Parts that are as wide as their container, whatever their letters. Of all other parts only their presence is compared. */
const blocks = new Set(
  'base panel summary schedule total form method-area methods card card-frame consent button disclosure assurance notice outcome receipt challenge challenge-frame header h1 p table dl footer'.split(
    ' ',
  ),
)

/** How far one of `blocks` may move because of more or taller lines, as shares of the page. */
const tolerance = { across: 0.02, down: 0.2 }

/** Differences that other fonts do not explain: parts that appeared, disappeared or moved. The page's size is in pixels. */
export const findMovedParts = (
  former: readonly Place[],
  current: readonly Place[],
  page: { readonly width: number; readonly height: number },
): readonly string[] => {
  const [before, after] = [former, current].map((places) => places.map(({ part }) => part).join(' '))
  if (before !== after) return [`the parts were ${before}, and are ${after}`]
  const isNear = (was: number, is: number, most: number) => Math.abs(was - is) <= most
  const across = page.width * tolerance.across
  const down = page.height * tolerance.down
  return current.flatMap((place, at) => {
    const was = former[at]!
    const isThere =
      isNear(was.left, place.left, across) &&
      isNear(was.right, place.right, across) &&
      isNear(was.top, place.top, down) &&
      isNear(was.bottom, place.bottom, down)
    if (isThere || !blocks.has(place.part)) return []
    return [`${writePlaces([was]).trim()} is now at ${writePlaces([place]).trim()}`]
  })
}
