import { parseSync } from 'vite'

interface Cut {
  readonly start: number
  readonly end: number
  readonly instead: string
}

/**
 * The declarations of the element's class as those of an HTMLElement with its public members, so that merchants do not install Lit for
 * its types. Throws if they still name Lit.
 */
export const typesWithoutLit = (declarations: string): string => {
  const withoutBase = apply(declarations, cutsOfBase(declarations))
  const text = apply(withoutBase, cutsOfUnusedImports(withoutBase))
  if (/['"]lit\b/.test(text)) throw new Error('The types of the element still name Lit.')
  return text
}

const apply = (text: string, cuts: readonly Cut[]): string =>
  cuts.toReversed().reduce((rest, { start, end, instead }) => rest.slice(0, start) + instead + rest.slice(end), text)

/** Lit's class, and the members that Lit or a test calls. */
const cutsOfBase = (text: string): readonly Cut[] =>
  parse(text).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'ClassDeclaration') return []
    const { superClass, body } = node.declaration
    if (!superClass) return []
    // A member begins after the one before it, so that its comment is cut, too.
    const members = body.body.map((member, at) => ({ member, start: body.body[at - 1]?.end ?? body.start + 1 }))
    const cut = members.filter(({ member }) => 'static' in member && (member.static || member.accessibility))
    return [
      { start: superClass.start, end: superClass.end, instead: 'HTMLElement' },
      ...cut.map(({ start, member }) => ({ start, end: member.end, instead: '' })),
    ]
  })

const cutsOfUnusedImports = (text: string): readonly Cut[] =>
  parse(text).flatMap((node) => {
    if (node.type !== 'ImportDeclaration' || node.specifiers.length === 0) return []
    const rest = text.slice(0, node.start) + text.slice(node.end)
    const isUsed = node.specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest))
    return isUsed ? [] : [{ start: node.start, end: node.end + 1, instead: '' }]
  })

const parse = (text: string) => {
  const { program, errors } = parseSync('billing-checkout.d.ts', text)
  if (errors[0]) throw new SyntaxError(errors[0].message)
  return program.body
}
