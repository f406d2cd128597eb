import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { copyDatabaseTo } from '../support/databases/databases.ts'
import { bareEnvironment } from '../support/processes/bare-environment.ts'

const command = fileURLToPath(new URL('../../packages/server/bin/billing-checkout.mjs', import.meta.url))

/** Makes Node report version 20, so that the command starts another Node, as it does for an old version. */
const asOlderNode =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.0.0"}})'

const launch = (args: readonly string[], dataDir: string): ChildProcess =>
  spawn(process.execPath, ['--import', asOlderNode, command, ...args], {
    env: { ...bareEnvironment, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const makeFolder = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await copyDatabaseTo(folder)
  return folder
}

/** The processes that a process has started, from Linux's process table. */
const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)

const parentOf = (pid: string): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return -1
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie is still listed, but does not run.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.startsWith('Z')
  } catch {
    return false
  }
}

test.skipIf(process.platform !== 'linux')(
  'a server ends when the launcher that started it is killed, and releases its folder',
  { timeout: 120_000 },
  async () => {
    const folder = await makeFolder()
    const launcher = launch(['serve', '--json'], folder)
    const [line] = (await once(launcher.stdout!, 'data')) as [Buffer]
    const { url } = JSON.parse(line.toString()) as { url: string }
    const [server = 0] = childrenOf(launcher.pid!)
    onTestFinished(() => void (isAlive(server) && process.kill(server, 'SIGKILL')))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)

    launcher.kill('SIGKILL')

    await expect.poll(() => isAlive(server), { timeout: 20_000 }).toBe(false)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    const list = launch(['organization', 'list', '--json'], folder)
    const [listed, [code]] = await Promise.all([text(list.stdout!), once(list, 'exit')])
    expect([code, JSON.parse(listed)]).toEqual([0, { data: [] }])
  },
)
