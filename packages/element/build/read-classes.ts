import { readFileSync } from 'node:fs'
import { type ParseResult, parseSync } from 'vite'

/** A public member of a class, read from its source. */
export interface ReadMember {
  readonly kind: 'field' | 'method'
  readonly name: string
  /** Its doc comment; empty if it has none. */
  readonly description: string
  /** The type of the field, or the type that the method returns. */
  readonly type: string
  readonly isReadonly: boolean
  readonly parameters: readonly { readonly name: string; readonly type: string; readonly isOptional: boolean }[]
}

/** An exported class, read from its source. */
export interface ReadClass {
  readonly name: string
  readonly description: string
  readonly text: string
  readonly members: readonly ReadMember[]
}

type Node = ParseResult['program']['body'][number]
type ClassNode = Extract<Node, { superClass: unknown }>
type MemberNode = ClassNode['body']['body'][number]

/** The exported classes of a TypeScript file in order, with their public members and those of base classes in the same file. */
export const readClasses = (file: string): readonly ReadClass[] => {
  const text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text)
  const docOf = ({ start }: { readonly start: number }): string => {
    const doc = comments.findLast((comment) => comment.end < start)
    const isDoc = doc?.type === 'Block' && doc.value.startsWith('*') && text.slice(doc.end, start).trim() === ''
    return isDoc ? doc.value.replaceAll(/\s*\n?\s*\*\s+|^\*\s*/g, ' ').trim() : ''
  }
  const sourceOf = (node: { readonly start: number; readonly end: number } | null | undefined): string =>
    node ? text.slice(node.start, node.end).replace(/^:\s*/, '') : ''
  const membersOf = ({ superClass, body }: ClassNode): readonly ReadMember[] => {
    const base = program.body.find((node) => node.type === 'ClassDeclaration' && node.id?.name === sourceOf(superClass))
    const inherited = base?.type === 'ClassDeclaration' ? membersOf(base) : []
    return [...inherited, ...body.body.flatMap((member) => readMember(member, docOf, sourceOf))]
  }
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'ClassDeclaration') return []
    const { declaration } = node
    const members = membersOf(declaration)
    return [{ name: declaration.id?.name ?? '', description: docOf(node), text: sourceOf(declaration), members }]
  })
}

const readMember = (
  member: MemberNode,
  docOf: (node: MemberNode) => string,
  sourceOf: (node: { readonly start: number; readonly end: number } | null | undefined) => string,
): readonly ReadMember[] => {
  if (member.type !== 'PropertyDefinition' && member.type !== 'MethodDefinition') return []
  if (member.static || member.accessibility || member.key.type !== 'Identifier') return []
  const common = { name: member.key.name, description: docOf(member) }
  if (!('kind' in member)) {
    const { typeAnnotation, readonly: isReadonly = false } = member
    return [{ ...common, kind: 'field', type: sourceOf(typeAnnotation), isReadonly, parameters: [] }]
  }
  const { kind, value } = member
  const type = sourceOf(value.returnType)
  if (kind === 'get') return [{ ...common, kind: 'field', type, isReadonly: true, parameters: [] }]
  // Only the browser calls the lifecycle callbacks.
  if (kind !== 'method' || common.name.endsWith('Callback')) return []
  const parameters = value.params.flatMap((parameter) =>
    parameter.type === 'Identifier'
      ? [{ name: parameter.name, type: sourceOf(parameter.typeAnnotation), isOptional: parameter.optional ?? false }]
      : [],
  )
  return [{ ...common, kind: 'method', type, isReadonly: false, parameters }]
}
