import type { ParseResult } from 'vite'
import { expect, test } from 'vitest'
import { isTest, parse, placeOf, type Source, sources } from './sources.ts'

type Statement = ParseResult['program']['body'][number]

test('every export has a doc comment', () => {
  const violations = sources('packages/*/src/**/*.ts')
    .filter(({ path }) => !isTest(path))
    .flatMap((source) =>
      undocumentedExports(source).map(
        ({ name, offset }) =>
          `${placeOf(source, offset)} exports ${name}: say above it, in one /** sentence */, what the caller gets`,
      ),
    )

  expect(violations).toEqual([])
})

const undocumentedExports = (source: Source): readonly { readonly name: string; readonly offset: number }[] => {
  const { program, comments } = parse(source)
  const docEnds = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')).map(({ end }) => end)
  const isDocumented = (offset: number): boolean => {
    const end = docEnds.findLast((each) => each <= offset)
    return end !== undefined && withoutLineComments(source.text.slice(end, offset)).trim() === ''
  }
  const declared = program.body.flatMap((statement) =>
    declaredNames(statement).map((name) => ({ name, offset: statement.start })),
  )
  const documented = new Set(declared.filter(({ offset }) => isDocumented(offset)).map(({ name }) => name))
  const exported = new Set(program.body.flatMap(exportedNames))
  return declared.filter(({ name }) => exported.has(name) && !documented.has(name))
}

/** Names a statement declares at the top of its file, exported or not. */
const declaredNames = (statement: Statement): readonly string[] => {
  const declaration = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return declaration.id ? [declaration.id.name] : []
    default:
      return []
  }
}

/** The names declared in this file that a statement exports. The comment of a re-exported name is at its declaration. */
const exportedNames = (statement: Statement): readonly string[] => {
  if (statement.type !== 'ExportNamedDeclaration' || statement.source) return []
  if (statement.declaration) return declaredNames(statement)
  return statement.specifiers.flatMap(({ local }) => (local.type === 'Identifier' ? [local.name] : []))
}

const withoutLineComments = (text: string): string => text.replaceAll(/\/\/.*$/gm, '')
