import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aSessionId } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { defineCheckout, part, until } from '../../../testing/mount-checkout.ts'
import { placeholderStylesFor } from '../placeholder-styles.ts'

afterEach(() => {
  document.body.replaceChildren()
  document.adoptedStyleSheets = []
})

const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom

/** The height of an element at each width, and the place of its header, before the element is defined and after it is drawn. */
const heightsOf = async (styles: string, widths: readonly number[]) => {
  const undefinedTag = 'billing-checkout-to-come'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${placeholderStylesFor(undefinedTag)} ${styles}`)
  document.adoptedStyleSheets = [sheet]
  const service = new FakeService()
  service.readCheckout = () => new Promise(() => {})
  const tag = defineCheckout(service)
  const boxes = widths.flatMap((width) => [undefinedTag, tag].map((name) => [width, name] as const))
  const elements = boxes.map(([width, name]) => {
    const box = document.createElement('div')
    box.style.inlineSize = `${width}px`
    const element = document.createElement(name)
    // The page has its own text styles, which must not affect the height.
    element.setAttribute('session-id', aSessionId)
    element.innerHTML = '<p slot="header">Above</p><p slot="footer">Below</p><p slot="success">Later</p>'
    box.append(element)
    document.body.append(box)
    return element
  })
  await until(() => elements.every((element) => element.localName === undefinedTag || part(element, 'panel') !== null))
  const heights = elements.map((element) => element.getBoundingClientRect().height)
  const places = elements.map((element) => bottomOf(element.querySelector('[slot=header]')!) - bottomOf(element))
  const seen = (first: number) => widths.map((_, place) => [heights, places].map((all) => all[2 * place + first]!))
  return { before: seen(0), after: seen(1) }
}

/** A tolerance, because WebKit rounds line heights. */
const pixel = 1

const expectSame = ({ before, after }: Awaited<ReturnType<typeof heightsOf>>): void => {
  for (const [place, [height, above]] of before.entries()) {
    expect(height).closeTo(after[place]![0]!, pixel)
    expect(above).closeTo(after[place]![1]!, pixel)
  }
}

test('before its script loads, the element is as high as its first view, at every width', async () => {
  expectSame(await heightsOf('p { margin: 10px 0 }', [280, 339, 340, 500, 719, 720, 980, 1200]))
})

test('before its script loads, the element has the height of its first view, also if the page sets other sizes', async () => {
  const tokens = `font-size-small: 15px; font-size-title: 22px; line-height: 1.8; space: 6px; padding: 10px;
    padding-wide: 61px; field-gap: 9px; label-gap: 2px; field-height: 40px; button-height: 70px; max-width: 800px;
    border-width: 4px`
  expectSame(await heightsOf(`:root { ${tokens.replaceAll(/\S+:/g, '--billing-$&')} }`, [300, 600, 900]))
})

test('every bar of the skeleton is at the position of its text', async () => {
  const placesOf = (element: Element) =>
    ['.merchant', '.plan', '.amount', '.rhythm', '.step', '.step:last-child', '.section-title'].map((name) => {
      const { top, height } = element.shadowRoot!.querySelector(name)!.getBoundingClientRect()
      return [name, top, height]
    })
  for (const width of [320, 500, 900]) {
    const service = new FakeService()
    let answer = () => {}
    const asked = service.readCheckout
    service.readCheckout = async (...request) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return asked(...request)
    }
    document.body.innerHTML = `<div style="inline-size: ${width}px"></div>`
    const element = document.createElement(defineCheckout(service))
    element.setAttribute('session-id', aSessionId)
    document.body.firstElementChild!.append(element)
    await until(() => element.shadowRoot?.querySelector('.section-title.bone') != null)
    const before = placesOf(element)
    answer()
    await until(() => part(element, 'amount') !== null)

    expect(before).to.deep.equal(placesOf(element))
    document.body.replaceChildren()
  }
})

test('a hidden element stays hidden before it is defined', async () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(placeholderStylesFor('billing-checkout-to-come'))
  document.adoptedStyleSheets = [sheet]
  document.body.innerHTML = '<billing-checkout-to-come hidden></billing-checkout-to-come>'

  expect(getComputedStyle(document.body.firstElementChild!).display).to.equal('none')
})
