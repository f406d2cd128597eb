import { parseSync, type Plugin } from 'vite'

/** A plugin that removes the indentation in our own `html`, `svg` and `css` templates; minifiers leave the content of strings alone. */
export const minifyTemplates = (sourceFolder: string): Plugin => ({
  name: 'minify-templates',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sourceFolder) || !id.endsWith('.ts') || !/\b(html|svg|css)`/.test(code)) return null
    return { code: minified(code, id), map: null }
  },
})

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const minified = (code: string, id: string): string => {
  const edits: Edit[] = []
  collect(parseSync(id, code, { lang: 'ts' }).program, code, edits)
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

const collect = (node: unknown, code: string, edits: Edit[]): void => {
  if (Array.isArray(node)) for (const item of node) collect(item, code, edits)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const { type, tag, quasi } = node as {
    type?: string
    tag?: Edit & { name?: string }
    quasi?: Edit & { quasis: Edit[] }
  }
  const minify = type === 'TaggedTemplateExpression' ? minifiers[tag?.name ?? ''] : undefined
  if (minify !== undefined)
    for (const { start, end } of quasi?.quasis ?? []) edits.push({ start, end, text: minify(code.slice(start, end)) })
  // Removes the tag of a style sheet, so that no chunk needs the tag. The template has no expressions, so it is then a plain string.
  if (minify === minifyStyles && tag && quasi) edits.push({ start: tag.start, end: quasi.start, text: '' })
  for (const member of Object.values(node)) if (typeof member === 'object') collect(member, code, edits)
}

/** HTML without indentation: removes each line break between tags with the whitespace around it, and replaces any other by one space. */
const minifyMarkup = (markup: string): string =>
  markup
    .replaceAll(/>\s*\n\s*</g, '><')
    .replaceAll(/\s*\n\s*(?=\/?>)/g, '')
    .replaceAll(/>\s*\n\s*$/g, '>')
    .replaceAll(/^\s*\n\s*</g, '<')
    .replaceAll(/\s*\n\s*/g, ' ')

/** CSS without comments, indentation and insignificant spaces. */
export const minifyStyles = (styles: string): string =>
  styles
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>~]) ?/g, '$1')
    .replaceAll(/([\w-]): /g, '$1:')
    .replaceAll(/(?<=\() | (?=\)|!important)|(?<=@media|@container) (?=\()/g, '')
    .replaceAll(/(?<=[\s(,:])0(?=\.\d)/g, '')
    .replaceAll(/(?<=\[[\w-]+=)'([a-z]+)'/g, '$1')
    .replaceAll(';}', '}')
    .replace(/^` /, '`')
    .trim()

const minifiers: Readonly<Record<string, (text: string) => string>> = {
  html: minifyMarkup,
  svg: minifyMarkup,
  css: minifyStyles,
}
