import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bareEnvironment } from '../support/processes/bare-environment.ts'
import { openTestDatabase, type TestDatabase } from '../support/databases/databases.ts'
import { checkout, send, type Service } from './hammer.ts'

const main = fileURLToPath(new URL('../../packages/server/src/cli/main.ts', import.meta.url))

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase('postgresql')
  folder = mkdtempSync(join(tmpdir(), 'billing-'))
  return async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)

const begun: ChildProcess[] = []
afterAll(() => begun.forEach((child) => child.kill('SIGKILL')))

const begin = (args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess => {
  const child = spawn(process.execPath, [main, ...args, '--json'], {
    env: {
      ...bareEnvironment,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SECRET_KEY: 'a secret of the tests that nobody else has',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  begun.push(child)
  return child
}

/** Starts a long-running process, and returns it with its address. */
const start = async (...args: string[]) => {
  const child = begin(args)
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, url: (JSON.parse(line.toString()) as { url: string }).url }
}

const ask = async (...args: string[]): Promise<Record<string, string>> => {
  const child = begin(args)
  const [stdout] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  return JSON.parse(stdout) as Record<string, string>
}

const aSubscriber = async (service: Service): Promise<string> => {
  const plan = await send(service, 'POST', '/plans', {
    body: {
      name: 'Reader',
      type: 'recurring',
      interval: 'months',
      price: { default: { amount: 999, currency: 'EUR' }, countries: [] },
    },
  })
  const bought = await checkout(service, () => true, { planId: plan.body.id, email: `${randomUUID()}@example.com` })
  return bought!.answer!.body.subscription.id as string
}

const isRenewed = async (subscriptionId: string): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payments
    where subscription_id = ${subscriptionId} and payment_status = 'SETTLING'`.execute(database.db)
  return rows[0]!.count === 2
}

test(
  'a server without jobs leaves due work to a worker, which answers only health checks',
  { timeout: 120_000 },
  async () => {
    const server = await start('serve', '--no-jobs')
    const { id: organization } = await ask('organization', 'create', '--name', 'Shop')
    const { key } = await ask('key', 'create', '--organization', organization!)
    const subscriptionId = await aSubscriber({ url: () => server.url, key: key! })
    await sql`update subscriptions set next_billing_date = billing_now() - interval '10 minutes'`.execute(database.db)
    // Jobs run every two seconds, so a process with jobs would have renewed the subscription by then.
    await wait(5000)
    expect(await isRenewed(subscriptionId)).toBe(false)
    expect(await ask('doctor')).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([
        expect.objectContaining({ check: 'due work', ok: false, message: expect.stringContaining('10 minutes') }),
      ]),
    })

    const worker = await start('work')

    await expect.poll(() => isRenewed(subscriptionId), { timeout: 30_000, interval: 250 }).toBe(true)
    expect(await ask('doctor')).toMatchObject({ ok: true })
    const asked = (path: string) => send({ url: () => worker.url, key: key! }, 'GET', path)
    expect(await asked('/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } })
    expect(await asked('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
    for (const path of ['/plans', '/billing-checkout.js', '/docs', '/']) {
      expect(await asked(path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    }
    worker.child.kill('SIGTERM')
    expect(await once(worker.child, 'exit')).toEqual([0, null])
  },
)

test.each([[['serve', '--no-jobs']], [['work']]])(
  '%j over the embedded database is refused with a sentence',
  { timeout: 60_000 },
  async (args) => {
    const own = mkdtempSync(join(tmpdir(), 'billing-'))
    onTestFinished(() => rmSync(own, { recursive: true, force: true }))
    const child = begin(args, { DATABASE_URL: '', DATA_DIR: own })
    const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])

    expect(code).toBe(1)
    expect(stderr).toMatch(/^Requests and due work are split .* set DATABASE_URL\. .*\n$/)
  },
)
