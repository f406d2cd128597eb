import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Killer, Mutation } from './mutation.ts'

/** What became of a mutation: somebody noticed, nobody did, or nothing was run that could. */
export interface Tried {
  readonly fate: 'died' | 'lived' | 'not run'
  /** What the test said. */
  readonly said: string
}

/** Edits a copy of the repository, runs what has to notice, and undoes the edit. */
export const tryMutation = async (folder: string, { file, find, replace, diesBy }: Mutation): Promise<Tried> => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(find).length !== 2) return { fate: 'not run', said: `${file} does not have this text once: ${find}` }
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  try {
    const { code, said } = await execute(folder, commandOf(diesBy))
    return { fate: hasRun(diesBy, said) ? (code === 0 ? 'lived' : 'died') : 'not run', said }
  } finally {
    writeFileSync(path, text)
  }
}

const commandOf = (killer: Killer): readonly string[] =>
  'meetings' in killer
    ? ['node', 'test/simulation/simulate.ts', '--meetings', ...killer.meetings]
    : ['vitest', 'run', '--project', killer.project, killer.test, '--testNamePattern', escaped(killer.title)]

const escaped = (title: string): string => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A mutation that keeps the tests from being loaded has not been noticed by the one that should. */
const hasRun = (killer: Killer, said: string): boolean =>
  'meetings' in killer ? /\d+ meetings of/.test(said) : /Tests .*\d+ (?:passed|failed)/.test(said)

const execute = (folder: string, [program, ...args]: readonly string[]) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((done) => {
    const path = `${join(folder, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`
    // Colours would stand between the words that are looked for.
    const env = { ...process.env, PATH: path, NO_COLOR: '1' }
    const child = spawn(program!, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const from of [child.stdout, child.stderr]) from.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('close', (code) => done({ code, said }))
  })
