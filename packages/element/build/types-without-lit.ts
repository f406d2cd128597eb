import { parseSync } from 'vite'

interface Cut {
  readonly start: number
  readonly end: number
  readonly instead: string
}

/**
 * Rewrites the declarations of the element's class to extend HTMLElement, with its public members, so that merchants need not install Lit
 * for the element's types. Throws if the result still mentions Lit.
 */
export const typesWithoutLit = (declarations: string): string => {
  const withoutBase = apply(declarations, cutsOfBase(declarations))
  const text = apply(withoutBase, cutsOfUnusedImports(withoutBase))
  if (/['"]lit\b/.test(text)) throw new Error('The types of the element still name Lit.')
  return text
}

const apply = (text: string, cuts: readonly Cut[]): string =>
  cuts.toReversed().reduce((rest, { start, end, instead }) => rest.slice(0, start) + instead + rest.slice(end), text)

/** Replaces the base class by HTMLElement, and cuts the members that only Lit or a test calls. */
const cutsOfBase = (text: string): readonly Cut[] =>
  parse(text).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'ClassDeclaration') return []
    const { superClass, body } = node.declaration
    if (!superClass) return []
    // Each range begins at the end of the member before it, so that it includes the member's comment.
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
