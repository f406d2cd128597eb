import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { copyDatabaseTo } from '../databases/databases.ts'
import { bareEnvironment } from '../processes/bare-environment.ts'

type Settings = Readonly<Record<string, string>>

/** The command line for one data folder, on which a server runs. */
export interface CommandLine {
  readonly dataDir: string
  /** The process of the server, and the address that it listens on. */
  readonly server: ChildProcess
  readonly url: string
  /** Starts a command in a process of its own. */
  readonly start: (args: readonly string[], more?: Settings) => ChildProcess
  /** Runs a command to its end. */
  readonly run: (
    args: readonly string[],
    more?: Settings,
  ) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>
  /** Runs a command with `--json`, expects it to succeed, and returns what it prints. */
  readonly ask: (...args: string[]) => Promise<Record<string, string>>
}

/** Each command is a process, which takes half a second alone and several seconds on a busy machine. Some tests run ten commands. */
export const slowCommandTimeout = { timeout: 240_000 }

/** Starts a server over a new data folder for all tests of a file. The server alone receives `settings`. */
export const useCommandLine = (settings: (dataDir: string) => Settings = () => ({})): CommandLine => {
  const main = fileURLToPath(new URL('../../../packages/server/src/cli/main.ts', import.meta.url))
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-'))
  const environment = { ...bareEnvironment, DATA_DIR: dataDir, PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'warn' }

  const start = (args: readonly string[], more: Settings = {}): ChildProcess =>
    spawn(process.execPath, [main, ...args], { env: { ...environment, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })

  const run = async (args: readonly string[], more: Settings = {}) => {
    const child = start(args, more)
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
    return { code: code as number, stdout, stderr }
  }

  const ask = async (...args: string[]): Promise<Record<string, string>> => {
    const { stdout, stderr, code } = await run([...args, '--json'])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    return JSON.parse(stdout) as Record<string, string>
  }

  let server: ChildProcess
  let url: string
  beforeAll(async () => {
    await copyDatabaseTo(dataDir)
    server = start(['serve', '--json'], settings(dataDir))
    const [line] = (await once(server.stdout!, 'data')) as [Buffer]
    url = (JSON.parse(line.toString()) as { url: string }).url
  }, 180_000)
  afterAll(() => {
    server.kill('SIGKILL')
  })

  return {
    dataDir,
    start,
    run,
    ask,
    get server() {
      return server
    },
    get url() {
      return url
    },
  }
}
