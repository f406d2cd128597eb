import { parseSync } from 'vite'

interface Declared {
  readonly name: string
  /** The declaration with the comment before it. */
  readonly text: string
}

/** A module's declarations, reduced to those that `names` need, directly or through other declarations. The imports stay. */
export const reachableTypes = (declarations: string, names: readonly string[]): string => {
  const { program, errors } = parseSync('interface.d.ts', declarations)
  if (errors[0]) throw new SyntaxError(errors[0].message)
  const parts = program.body.map((node, at) => ({
    name: nameOf(node),
    text: declarations.slice(program.body[at - 1]?.end ?? 0, node.end),
  }))
  const declared = new Map(parts.flatMap(({ name, text }) => (name === null ? [] : [[name, { name, text }]])))
  const kept = reached(declared, names)
  return `${parts.flatMap(({ name, text }) => (name === null || kept.has(name) ? [text] : [])).join('')}\n`
}

/** The name of an exported declaration; null for another statement, such as an import. */
const nameOf = (node: ReturnType<typeof parseSync>['program']['body'][number]): string | null => {
  if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) return null
  if (node.declaration.type === 'VariableDeclaration') {
    const { id } = node.declaration.declarations[0]!
    return id.type === 'Identifier' ? id.name : null
  }
  return 'id' in node.declaration && node.declaration.id?.type === 'Identifier' ? node.declaration.id.name : null
}

const reached = (declared: ReadonlyMap<string, Declared>, names: readonly string[]): ReadonlySet<string> => {
  const kept = new Set<string>()
  const open = names.filter((name) => declared.has(name))
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (kept.has(name)) continue
    kept.add(name)
    for (const [word] of declared.get(name)!.text.matchAll(/\b[A-Za-z_$][\w$]*\b/g))
      if (declared.has(word) && !kept.has(word)) open.push(word)
  }
  return kept
}
