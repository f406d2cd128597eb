import { locales, directionOf } from '@billing-checkout/domain/locales'
import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { englishCardCatalogue, loadCardCatalogue } from '../../messages/card-catalogue.ts'
import { CardForm } from '../card-form.ts'
import { laterFormStyles } from '../brands/later-styles.ts'
import { cardFrameStyles } from '../styles.ts'

afterEach(() => document.body.replaceChildren())

/** The card form in a frame as wide as the panel's content on a page of 280 pixels. */
const openNarrowForm = (width = 256): { readonly page: Document; readonly form: CardForm } => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  frame.style.inlineSize = `${width}px`
  // High enough for the whole form, because a scroll bar would take some of the width.
  frame.style.blockSize = '800px'
  frame.style.border = '0'
  const page = frame.contentDocument!
  const style = page.createElement('style')
  style.textContent = cardFrameStyles + laterFormStyles
  page.head.append(style)
  const form = new CardForm(
    englishCardCatalogue,
    () => ({ year: 2026, month: 11 }),
    () => {},
  )
  page.body.append(form.root)
  return { page, form }
}

/** The words in `element` that the browser has broken across lines. */
const brokenWordsIn = (element: Element, locale: string): readonly string[] => {
  const text = element.firstChild as Text
  const words = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text.data)]
  return words.flatMap(({ segment, index, isWordLike }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + segment.length)
    const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top))
    return isWordLike && lines.size > 1 ? [segment] : []
  })
}

/** Whether the locale's script allows breaks inside words; if so, only the labels must stay whole. */
const isBrokenAnywhere = (locale: string): boolean => /^(ja|zh)/.test(locale)

// One test for each language, because engines look up fonts for each, and one test for all would be too slow on a busy machine.
for (const locale of locales)
  test(`no label, fault or hint of the card form is broken or cut off in a page of 280 pixels (${locale})`, async () => {
    const catalogue = await loadCardCatalogue(locale)
    const { page, form } = openNarrowForm()
    if (!hasLettersOf(page, locale)) return
    page.documentElement.lang = locale
    page.documentElement.dir = directionOf(locale)
    form.speak(catalogue)
    form.read()
    const selector = isBrokenAnywhere(locale) ? 'label' : 'label, .error'
    const broken = [...page.querySelectorAll(selector)].flatMap((one) => brokenWordsIn(one, locale))
    const wide = [...page.querySelectorAll('label, .error')].filter((one) => one.scrollWidth > one.clientWidth + 1)
    const cut = [...page.querySelectorAll('input')].filter((input) => hintWidthOf(input) > roomIn(input) + 1)

    expect([
      ...broken,
      ...wide.map(({ textContent }) => `${textContent} is too wide`),
      ...cut.map(({ placeholder }) => `${placeholder} is cut off`),
    ]).to.deep.equal([])
  })

// Widths of pages, and of the form on them with the browser's default margins. On 280 pixels, the form scrolls numbers of 19 digits.
for (const [pageWidth, width, number] of [
  [280, 238, '4242424242424242'],
  [280, 238, '378282246310005'],
  [320, 278, '6205500000000000004'],
] as const)
  for (const direction of ['ltr', 'rtl'])
    test(`a number of ${number.length} digits can be read next to its mark in a page of ${pageWidth} pixels (${direction})`, async () => {
      const { page, form } = openNarrowForm(width)
      page.documentElement.dir = direction
      form.write({ number })
      await form.showMarks()
      const input = page.querySelector<HTMLInputElement>('#number')!
      const mark = page.querySelector('.adornment')!.getBoundingClientRect()
      const { left, right } = input.getBoundingClientRect()
      const beside = direction === 'rtl' ? mark.right - left : right - mark.left

      expect(textWidthIn(input, input.value, getComputedStyle(input))).to.be.lessThan(roomIn(input))
      expect(beside).to.be.greaterThan(0)
      const padding = direction === 'rtl' ? 'paddingLeft' : 'paddingRight'
      expect(Number.parseFloat(getComputedStyle(input)[padding])).to.be.greaterThan(beside)
    })

const hintWidthOf = (input: HTMLInputElement): number =>
  input.id === 'expiry' || input.id === 'cvc'
    ? textWidthIn(input, input.placeholder, getComputedStyle(input, '::placeholder'))
    : 0

const textWidthIn = (input: Element, text: string, { fontFamily, fontSize }: CSSStyleDeclaration): number => {
  const pen = input.ownerDocument.createElement('canvas').getContext('2d')!
  pen.font = `${fontSize} ${fontFamily}`
  return pen.measureText(text).width
}

/** The width left for text. Not `clientWidth`, because newer versions of Firefox exclude a text field's padding from it. */
const roomIn = (input: HTMLInputElement): number => {
  const { paddingInlineStart, paddingInlineEnd, borderInlineStartWidth, borderInlineEndWidth } = getComputedStyle(input)
  const edges = [paddingInlineStart, paddingInlineEnd, borderInlineStartWidth, borderInlineEndWidth]
  return input.getBoundingClientRect().width - edges.reduce((sum, edge) => sum + Number.parseFloat(edge), 0)
}

/** A letter of each script for which this machine may have no font. Without a font, browsers draw boxes, whose widths mean nothing. */
const lettersOf: Readonly<Record<string, string>> = { bn: 'ক', hi: 'क', ta: 'க', th: 'ก', ur: 'ک' }

/** Whether the machine has a font for a locale's script. If not, the letter is as wide as an unassigned code point. */
const hasLettersOf = (page: Document, locale: string): boolean => {
  const letter = lettersOf[locale]
  if (letter === undefined) return true
  const pen = page.createElement('canvas').getContext('2d')!
  pen.font = `20px ${getComputedStyle(page.body).fontFamily}`
  return pen.measureText(letter).width !== pen.measureText('\u{378}').width
}
