import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/databases/databases.ts'
import { bareEnvironment } from '../support/processes/bare-environment.ts'
import { freePort } from '../support/processes/free-port.ts'
import { findProgram, proxyPrograms, startProxy } from '../support/processes/proxies.ts'
import { send, type Service, stockShop } from './hammer.ts'

const main = fileURLToPath(new URL('../../packages/server/src/cli/main.ts', import.meta.url))

let database: TestDatabase
let folder: string
const begun = new Set<ChildProcess>()
beforeAll(async () => {
  database = await openTestDatabase('postgresql')
  folder = mkdtempSync(join(tmpdir(), 'billing-'))
}, 60_000)
afterAll(async () => {
  for (const child of begun) child.kill('SIGKILL')
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const begin = (args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess => {
  const child = spawn(process.execPath, [main, ...args, '--json'], {
    env: {
      ...bareEnvironment,
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'commands'),
      SECRET_KEY: 'a secret of the tests that nobody else has',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      TRUST_PROXY: 'loopback',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  begun.add(child)
  return child
}

const ask = async (...args: string[]): Promise<Record<string, string>> => {
  const child = begin(args)
  const [stdout] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  return JSON.parse(stdout) as Record<string, string>
}

/** A server under a supervisor, which restarts it like an upgrade does. */
const serve = async (port: number) => {
  const start = async () => {
    const child = begin(['serve'], { PORT: String(port), DATA_DIR: join(folder, String(port)) })
    await once(child.stdout!, 'data')
    return child
  }
  let child = await start()
  const end = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = await ended
    begun.delete(child)
    return code as number
  }
  return {
    end,
    restart: async () => {
      const code = await end()
      child = await start()
      return code
    },
  }
}

/** Starts clients that order, look and pay. Returns a function that stops them and returns how many requests they made and which failed. */
const load = (service: Service, goods: Awaited<ReturnType<typeof stockShop>>) => {
  const stop = new AbortController()
  let requests = 0
  const failed: string[] = []
  const note = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body, idempotencyKey: randomUUID() }
    const answer = await send(service, method, path, sent)
    requests += 1
    if (answer.status !== 200) failed.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const clients = goods.customers.map(async (id) => {
    while (!stop.signal.aborted) {
      const plan = { id: goods.oneOffPlanId }
      const session = await note('POST', '/client-session', {
        customer: { email: `${randomUUID()}@example.com` },
        plan,
      })
      if (session.status === 200) await note('GET', `/checkout/${session.body.id as string}`)
      await note('POST', '/payments', { customer: { id }, plan })
      await note('GET', '/plans')
    }
  })
  return async () => {
    stop.abort()
    await Promise.all(clients)
    return { requests, failed }
  }
}

test.skipIf(findProgram('caddy') === null)(
  'no other program on the machine can command a Caddy with the documented file',
  () => {
    const file = fileURLToPath(new URL('../../examples/operations/Caddyfile', import.meta.url))
    const adapted = execFileSync(findProgram('caddy')!, ['adapt', '--config', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    expect(JSON.parse(adapted)).toMatchObject({ admin: { disabled: true } })
  },
)

for (const program of proxyPrograms) {
  describe.skipIf(findProgram(program.name) === null)(`behind ${program.name} by the file ${program.file}`, () => {
    test('a restart of two servers in turn under load fails no request', { timeout: 120_000 }, async () => {
      const ports = [await freePort(), await freePort()] as const
      const first = await serve(ports[0])
      const second = await serve(ports[1])
      const { id: organization } = await ask('organization', 'create', '--name', 'Shop')
      const { key } = await ask('key', 'create', '--organization', organization!)
      const proxy = await startProxy(program, ports, join(folder, program.name))
      onTestFinished(() => proxy.stop())
      const service = { url: () => proxy.url, key: key! }
      const goods = await stockShop(service)
      const finish = load(service, goods)
      await wait(1000)

      const codes: number[] = []
      for (const server of [first, second]) {
        codes.push(await server.restart())
        // The proxy must find the new server before the next one stops.
        await wait(4000)
      }

      const { requests, failed } = await finish()
      expect(failed).toEqual([])
      expect(requests).toBeGreaterThan(100)
      expect(codes).toEqual([0, 0])
      await Promise.all([first.end(), second.end()])
    })
  })
}
