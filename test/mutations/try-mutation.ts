import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Edit, Killer, Mutation } from './mutation.ts'

/** The outcome of a mutation: a test noticed it, no test did, or the test did not run, for example because an edit did not fit. */
export interface Tried {
  readonly fate: 'died' | 'lived' | 'not run'
  /** The output of the test, or the edit that did not fit. */
  readonly said: string
}

/** Edits a copy of the repository, runs the test that has to notice, and undoes the edits. */
export const tryMutation = async (folder: string, { edits, diesBy }: Mutation): Promise<Tried> => {
  const before = new Map(edits.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]))
  try {
    for (const edit of edits) if (!make(folder, edit)) return { fate: 'not run', said: `${edit.file}: ${edit.find}` }
    const { code, said } = await execute(folder, commandOf(diesBy))
    return { fate: hasRun(diesBy, said) ? (code === 0 ? 'lived' : 'died') : 'not run', said }
  } finally {
    for (const [file, text] of before) writeFileSync(join(folder, file), text)
  }
}

/** Makes an edit; false if the text to replace does not occur exactly once. */
const make = (folder: string, { file, find, replace }: Edit): boolean => {
  const path = join(folder, file)
  const [start, end, ...more] = readFileSync(path, 'utf8').split(find)
  if (end === undefined || more.length > 0) return false
  writeFileSync(path, `${start}${replace}${end}`)
  return true
}

const commandOf = (killer: Killer): readonly string[] =>
  'simulate' in killer
    ? ['node', 'test/simulation/simulate.ts', ...killer.simulate]
    : ['vitest', 'run', '--project', killer.project, killer.test, '--testNamePattern', escaped(killer.title)]

const escaped = (title: string): string => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether the test ran. If a mutation keeps the tests from loading, the test has not noticed it. */
const hasRun = (killer: Killer, said: string): boolean =>
  'simulate' in killer
    ? /\d+ meetings of|the books agree|play it again/.test(said)
    : /Tests .*\d+ (?:passed|failed)/.test(said)

const execute = (folder: string, [program, ...args]: readonly string[]) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((done) => {
    const path = `${join(folder, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`
    // Color codes would separate the words to be found.
    const env = { ...process.env, PATH: path, NO_COLOR: '1' }
    const child = spawn(program!, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const from of [child.stdout, child.stderr]) from.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('close', (code) => done({ code, said }))
  })
