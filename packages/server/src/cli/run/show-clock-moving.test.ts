import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnvironment } from '../../../../../test/support/processes/bare-environment.ts'
import { controlSocketOf } from './control-socket.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts a server that moves its clock for longer than a test lasts, and returns its data folder. */
const aServer = async (): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'moving-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const server = createServer((request, response) => {
    void json(request).then((message) => {
      const { command } = message as { readonly command: string }
      if (command === 'clock show')
        response.end(JSON.stringify({ answer: { now: '2027-01-15T00:00:00.000Z', moving: true } }))
    })
  })
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server.listen(controlSocketOf(dataDir)), 'listening')
  return dataDir
}

const advance = (dataDir: string) => {
  const child = spawn(process.execPath, [main, 'clock', 'advance', '--by', 'P1Y'], {
    env: { ...bareEnvironment, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test(
  'a long clock move shows its progress, and Ctrl-C prints that the server continues',
  { timeout: 120_000 },
  async () => {
    const command = advance(await aServer())

    const [progress] = (await once(command.stderr, 'data')) as [Buffer]
    command.kill('SIGINT')
    const [[farewell], [code]] = await Promise.all([once(command.stderr, 'data'), once(command, 'exit')])

    expect(String(progress)).toBe('The clock has reached 2027-01-15T00:00:00.000Z.\n')
    expect(String(farewell)).toBe('The server continues the move by itself: `clock show` prints its progress.\n')
    expect(code).toBe(130)
  },
)
