/** The markup that a view of the element renders: its templates with their values. Listeners and `nothing` become empty. */
export const markupOf = (rendering: unknown): string => {
  if (Array.isArray(rendering)) return rendering.map(markupOf).join('')
  if (isTemplate(rendering))
    return rendering.strings.reduce((markup, text, place) => markup + markupOf(rendering.values[place - 1]) + text)
  return typeof rendering === 'string' || typeof rendering === 'number' ? String(rendering) : ''
}

interface Template {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

const isTemplate = (rendering: unknown): rendering is Template =>
  typeof rendering === 'object' && rendering !== null && 'strings' in rendering && 'values' in rendering

/** The text in some markup, as one line. */
export const wordsIn = (markup: string): string => {
  const words = markup.replaceAll(/<svg.*?<\/svg>/gs, '').replaceAll(/<\/?(bdi|a|strong)\b[^>]*>/g, '')
  return words
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The inner markup of every element whose `part` or `class` is exactly this name. */
export const elementsIn = (markup: string, name: string): readonly string[] =>
  [...markup.matchAll(new RegExp(`<(\\w+)[^>]*(?:part|class)="${name}"[^>]*>(.*?)</\\1\\s*>`, 'gs'))].map(
    ([, , inner = '']) => inner,
  )
