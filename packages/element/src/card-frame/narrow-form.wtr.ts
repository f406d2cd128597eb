import { locales, directionOf } from '@billing-checkout/domain/locales'
import { afterEach, expect, test } from '../../../../test/support/pages/component-test.ts'
import { englishCard, loadCardCatalogue } from '../messages/card-catalogue.ts'
import { CardForm } from './card-form.ts'
import { cardFrameStyles } from './styles.ts'

afterEach(() => document.body.replaceChildren())

/** The card form in a frame of its own, as wide as the panel of a page of 280 pixels leaves it. */
const openNarrowForm = (): { readonly page: Document; readonly form: CardForm } => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  frame.style.inlineSize = '256px'
  // High enough for all: a scroll bar would take some of the width.
  frame.style.blockSize = '800px'
  frame.style.border = '0'
  const page = frame.contentDocument!
  const style = page.createElement('style')
  style.textContent = cardFrameStyles
  page.head.append(style)
  const form = new CardForm(
    englishCard,
    () => ({ year: 2026, month: 11 }),
    () => {},
  )
  page.body.append(form.root)
  return { page, form }
}

/** The words of `element` that stand on more than one line. */
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

/** Scripts that may be broken anywhere: only their labels are held together. */
const isBrokenAnywhere = (locale: string): boolean => /^(ja|zh)/.test(locale)

// A test for each language: engines look for fonts anew in each, and on a busy machine all of them together take too long for one.
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

const hintWidthOf = (input: HTMLInputElement): number => {
  if (input.id !== 'expiry' && input.id !== 'cvc') return 0
  const { fontFamily, fontSize } = getComputedStyle(input, '::placeholder')
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = `${fontSize} ${fontFamily}`
  return pen.measureText(input.placeholder).width
}

/** Not from `clientWidth`, which leaves out a text field's padding in newer versions of Firefox. */
const roomIn = (input: HTMLInputElement): number => {
  const { paddingInlineStart, paddingInlineEnd, borderInlineStartWidth, borderInlineEndWidth } = getComputedStyle(input)
  const edges = [paddingInlineStart, paddingInlineEnd, borderInlineStartWidth, borderInlineEndWidth]
  return input.getBoundingClientRect().width - edges.reduce((sum, edge) => sum + Number.parseFloat(edge), 0)
}

/** A letter of each script that this machine may have no font for: browsers then draw boxes, whose widths say nothing. */
const lettersOf: Readonly<Record<string, string>> = { bn: 'ক', hi: 'क', ta: 'க', th: 'ก', ur: 'ک' }

/** Whether the page draws a locale's script: a letter without a glyph is as wide as a code point that stands for nothing. */
const hasLettersOf = (page: Document, locale: string): boolean => {
  const letter = lettersOf[locale]
  if (letter === undefined) return true
  const pen = page.createElement('canvas').getContext('2d')!
  pen.font = `20px ${getComputedStyle(page.body).fontFamily}`
  return pen.measureText(letter).width !== pen.measureText('\u{378}').width
}
