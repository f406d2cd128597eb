/** What a view of the element draws, as markup: its templates with their values put in. Listeners and `nothing` are nothing. */
export const markupOf = (drawing: unknown): string => {
  if (Array.isArray(drawing)) return drawing.map(markupOf).join('')
  if (isTemplate(drawing))
    return drawing.strings.reduce((markup, text, place) => markup + markupOf(drawing.values[place - 1]) + text)
  return typeof drawing === 'string' || typeof drawing === 'number' ? String(drawing) : ''
}

interface Template {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

const isTemplate = (drawing: unknown): drawing is Template =>
  typeof drawing === 'object' && drawing !== null && 'strings' in drawing && 'values' in drawing

/** The words in some markup, as one line. */
export const wordsIn = (markup: string): string => {
  const words = markup.replaceAll(/<svg.*?<\/svg>/gs, '').replaceAll(/<\/?(bdi|a|strong)\b[^>]*>/g, '')
  return words
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The markup of every element that carries this part, or this class where no part is its own. */
export const elementsIn = (markup: string, name: string): readonly string[] =>
  [...markup.matchAll(new RegExp(`<(\\w+)[^>]*(?:part|class)="${name}"[^>]*>(.*?)</\\1>`, 'gs'))].map(
    ([, , inner = '']) => inner,
  )
