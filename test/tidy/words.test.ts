import { basename } from 'node:path/posix'
import { expect, test } from 'vitest'
import { everyPath, parse, placeOf, type Source, sources } from './sources.ts'

/**
 * Words that mean something else in the trade, or nothing to a newcomer, with their replacements. They are looked for as whole words in
 * declared names and file names, not in prose.
 */
const instead: Readonly<Record<string, string>> = {
  outbox: 'pipelined statements (an outbox is the transactional outbox)',
  swift: 'pipelined',
  viewpoint: 'context',
  livelihood: 'live subscription',
  namesakes: 'same e-mail',
  lawful: 'allowed',
  unlawful: 'invalid',
  veil: 'redact',
  'work off': 'process',
  'worked on': 'processed',
  'works on': 'exclusive names',
  'set aside': 'defer',
  'give back': 'refund',
  'take news': 'ask about',
  reckoned: 'expected',
  reckoning: 'expectation',
  mortal: 'crashable',
  deed: 'action',
  weather: 'fault profile, or network',
  speaker: 'localizer',
  reckon: 'expect',
  deeds: 'actions',
  retold: 'replayed',
  ladder: 'retry schedule',
  courier: 'sender',
  astray: 'misplaced',
}

/** Names that may contain such a word, because the database uses them. */
const stored: ReadonlySet<string> = new Set(['deferredWork'])

const banned = new RegExp(`(?<= )(?:${Object.keys(instead).join('|')})(?= )`)

test('declared names use the words of the trade', () => {
  const problems = sources('{packages,examples,test}/**/*.{ts,tsx}').flatMap((source) =>
    declaredIn(source).flatMap(({ name, offset }) => {
      const [word] = banned.exec(wordsOf(name)) ?? []
      return word === undefined || stored.has(name)
        ? []
        : [`${placeOf(source, offset)} declares ${name}: “${word}” is ${instead[word]}`]
    }),
  )

  expect(problems).toEqual([])
})

test('names of files use the words of the trade', () => {
  const problems = everyPath()
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !stored.has(basename(path)))
    .flatMap((path) => {
      const [word] = banned.exec(wordsOf(basename(path))) ?? []
      return word === undefined ? [] : [`${path}: “${word}” is ${instead[word]}`]
    })

  expect(problems).toEqual([])
})

/** Splits a declared name or file name into words: `workOffTogether` becomes ` work off together `. */
const wordsOf = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()} `

interface Declared {
  readonly name: string
  readonly offset: number
}

/** Every name that a source declares: constants, functions, types, members and parameters. */
const declaredIn = (source: Source): readonly Declared[] => {
  const found: Declared[] = []
  const note = (node: unknown) => {
    if (isNode(node) && node.type === 'Identifier') found.push({ name: String(node['name']), offset: node.start })
  }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node)) return
    if (/Declarat|TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition/.test(node.type)) {
      note(node['id'])
      if (node['computed'] !== true) note(node['key'])
    }
    if (Array.isArray(node['params'])) node['params'].forEach(note)
    Object.values(node).forEach(walk)
  }
  walk(parse(source).program)
  return found
}

interface SyntaxNode extends Readonly<Record<string, unknown>> {
  readonly type: string
  readonly start: number
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value
