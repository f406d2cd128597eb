import { setViewport } from '@web/test-runner-commands'
import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aSessionId } from '../../../testing/a-checkout.ts'
import { FakeService } from '../../../testing/fake-service.ts'
import { defineCheckout, part, until } from '../../../testing/mount-checkout.ts'
import { placeholderStylesFor } from '../placeholder-styles.ts'

// If the parent takes its width from its content, a checkout without a preferred width would be 0 pixels wide.

const undefinedTag = 'billing-checkout-to-come'
const definedTag = defineCheckout(new FakeService())

interface Box {
  readonly around: (tag: string) => string
  /** How many pixels of the page's width the box itself uses: margins, borders and padding. */
  readonly edges: number
}

const box = (style: string, edges = 0): Box => ({ around: (tag) => `<div style="${style}">${tag}</div>`, edges })

const boxes: Readonly<Record<string, Box>> = {
  'a block': box(''),
  'a grid that centers its items': box('display: grid; place-items: center'),
  'a centered flex column': box('display: flex; flex-direction: column; align-items: center'),
  'a flex row': box('display: flex'),
  'an inline block': box('display: inline-block'),
  'an absolutely positioned box': box('position: absolute'),
  'a box that fits its content': box('inline-size: fit-content'),
  'a float': box('float: inline-start'),
  'a column as narrow as its content': box('display: grid; grid-template-columns: min-content'),
  'a flex row beside something else': {
    around: (tag) => `<div style="display: flex; flex-wrap: wrap"><p style="inline-size: 240px">Order</p>${tag}</div>`,
    edges: 0,
  },
  'a table cell': { around: (tag) => `<table><tr><td>${tag}</td></tr></table>`, edges: 6 },
  'a dialog': { around: (tag) => `<dialog style="padding: 16px; border: 3px solid">${tag}</dialog>`, edges: 76 - 16 },
  'a popover': { around: (tag) => `<div popover style="padding: 4px; border: 3px solid">${tag}</div>`, edges: 14 },
}

afterEach(async () => {
  document.body.replaceChildren()
  document.adoptedStyleSheets = []
  await setViewport({ width: 1100, height: 800 })
})

/** Puts the tag into a box. If the box can be opened (a dialog or popover), opens it. */
const placeIn = ({ around }: Box, tag: string): HTMLElement => {
  document.body.innerHTML = around(`<${tag} session-id="${aSessionId}"></${tag}>`)
  document.querySelector('dialog')?.showModal()
  document.querySelector<HTMLElement>('[popover]')?.showPopover()
  return document.querySelector<HTMLElement>(tag)!
}

const widthOf = (element: Element): number => element.getBoundingClientRect().width

const bodyMargins = 16

for (const width of [360, 1280]) {
  for (const [name, placed] of Object.entries(boxes)) {
    test(`in ${name} on a page of ${width} pixels the checkout is wide enough, and keeps its width`, async () => {
      await setViewport({ width, height: 800 })
      const element = placeIn(placed, definedTag)
      await until(() => part(element, 'amount') !== null)

      const { documentElement: page } = document
      const before = widthOf(element)
      expect(before).to.be.at.least(Math.min(320, page.clientWidth - bodyMargins - placed.edges))
      expect(before).to.be.at.most(980)
      expect(page.scrollWidth).to.be.at.most(page.clientWidth)
      expect(part(element, 'panel')!.scrollWidth).to.be.at.most(part(element, 'panel')!.offsetWidth)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(widthOf(element)).to.equal(before)
    })
  }
}

for (const name of ['a block', 'a grid', 'a flex column'])
  test(`in ${name} with spare room the checkout has its maximum width, and is centred`, async () => {
    await setViewport({ width: 1280, height: 800 })
    const styles: Readonly<Record<string, string>> = {
      'a grid': 'display: grid',
      'a flex column': 'display: flex; flex-direction: column',
    }
    const element = placeIn(box(styles[name] ?? ''), definedTag)
    await until(() => part(element, 'amount') !== null)

    const { left, right, width } = element.getBoundingClientRect()
    expect(width).to.equal(980)
    expect(left).to.equal(document.documentElement.clientWidth - right)
  })

test('next to a long form the price stays in view, and on a narrow page it scrolls away', async () => {
  const topAfterScrolling = async (width: number) => {
    await setViewport({ width, height: 400 })
    const element = placeIn(box('padding-block-end: 900px'), definedTag)
    await until(() => part(element, 'amount') !== null)
    scrollTo(0, 200)
    return part(element, 'amount')!.getBoundingClientRect().top
  }

  expect(await topAfterScrolling(1280)).to.be.at.least(0)
  expect(await topAfterScrolling(400)).to.be.below(0)
})

test('before its script loads, the element has its final width in every box', async () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(placeholderStylesFor(undefinedTag))
  document.adoptedStyleSheets = [sheet]

  const widths = Object.entries(boxes).map(([name, placed]) =>
    [undefinedTag, definedTag].map((tag) => [name, Math.round(widthOf(placeIn(placed, tag)))]),
  )

  for (const [before, after] of widths) expect(before).to.deep.equal(after)
})
