import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from '../../../../test/support/processes/bare-environment.ts'
import { layDatabase } from '../../../../test/support/databases/databases.ts'
import { aCard } from '../../../../test/support/stories/shopper.ts'
import { startTraceCollector, type TraceCollector } from '../../../../test/support/services/trace-collector.ts'
import { openBooks } from '../backup/books.ts'
import { restore } from '../backup/restore.ts'
import { readConfig } from '../config/read-config.ts'
import { listOrganizations } from '../organization/organizations.ts'
import { findWaitingConnections } from '../store/reconcile-first/reconcile-first.ts'

/** A command is a process: it takes half a second alone, and several where others want the cores. Some tests run ten. */
const patiently = { timeout: 240_000 }

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'billing-'))
const environment = { ...bareEnvironment, DATA_DIR: dataDir, PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'warn' }

const start = (args: readonly string[], more: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [main, ...args], { env: { ...environment, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })

const run = async (args: readonly string[], more: Record<string, string> = {}) => {
  const child = start(args, more)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { code: code as number, stdout, stderr }
}

const ask = async (...args: string[]): Promise<Record<string, string>> => {
  const { stdout, stderr, code } = await run([...args, '--json'])
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return JSON.parse(stdout) as Record<string, string>
}

/** Pays a checkout with a card, as its page does. */
const payAtCheckout = async (at: string, sessionId: string) => {
  const json = async (path: string, init?: RequestInit) => (await (await fetch(`${at}${path}`, init)).json()) as never
  const checkout = (await json(`/checkout/${sessionId}`)) as Record<string, never> & {
    quote: { due_now: object; hash: string }
    consent: { version: string }
    now: { wall: string }
  }
  const { keys } = (await json('/card-keys')) as { keys: (JWK & { kid: string })[] }
  const encrypted = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(aCard())))
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: keys[0]!.kid,
      sid: sessionId,
      iat: Math.floor(Date.now() / 1000),
      jti: randomUUID(),
    })
    .encrypt(await importJWK(keys[0]!, 'RSA-OAEP-256'))
  return (await json('/payments', {
    method: 'POST',
    headers: { Authorization: `Bearer ${checkout['client_token']}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      payment_method: { type: 'CARD', details: { encrypted } },
      expected: { ...checkout.quote.due_now, quote: checkout.quote.hash },
      consent: { text: 'I agree.', locale: 'en', version: checkout.consent.version, at: checkout.now.wall },
    }),
  })) as { id: string; customer: { id: string }; subscription: { id: string } }
}

let server: ChildProcess
let url: string
let collector: TraceCollector
beforeAll(async () => {
  collector = await startTraceCollector()
  for (const folder of [dataDir, other.DATA_DIR]) await layDatabase(folder)
  server = start(['serve', '--json'], { ...collector.settings, ERASURES_FILE: join(dataDir, 'erasures') })
  const [line] = (await once(server.stdout!, 'data')) as [Buffer]
  url = (JSON.parse(line.toString()) as { url: string }).url
}, 180_000)
afterAll(() => {
  server.kill('SIGKILL')
  collector.close()
})

test('while a server holds the embedded database, commands go through it', patiently, async () => {
  const organization = await ask('organization', 'create', '--name', 'Shop')
  const key = await ask('key', 'create', '--organization', organization['id']!, '--scopes', 'plans:read')

  expect(organization).toEqual({ id: expect.stringMatching(/^org_/), name: 'Shop' })
  expect(key).toEqual({ id: expect.stringMatching(/^key_/), key: expect.stringMatching(/^sk_sandbox_/) })
  const answer = await fetch(`${url}/plans`, { headers: { Authorization: `Bearer ${key['key']}` } })
  expect(answer.status).toBe(200)
})

test('the audit log is exported as lines, and compared with its chain', patiently, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Audited')

  const { stdout } = await run(['audit', 'export'])
  const lines = JSON.parse(`[${stdout.trim().replaceAll('\n', ',')}]`) as Record<string, unknown>[]

  expect(lines.at(-1)).toEqual({ head: { number: expect.any(Number), hash: expect.any(String) } })
  expect(lines.find(({ object }) => object === id)).toMatchObject({
    organization_id: id,
    who: userInfo().username,
    what: 'organization create',
    before: null,
    after: { name: 'Audited' },
  })
  expect(await ask('audit', 'verify')).toMatchObject({ ok: true, findings: [] })
  const verify = async () => (await run(['audit', 'verify'])).stdout
  await expect.poll(verify, patiently).toMatch(/^All \d+ links are whole\. The head is \d+ \S{43}\.\n$/)
})

test('the page’s rules can be tried on the last 30 days, and be set', patiently, async () => {
  const page = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')
  const rules = /<!-- rules -->\s+```json\n(.*?)```/s.exec(page)![1]!
  const file = join(dataDir, 'rules.json')
  writeFileSync(file, rules)
  const { id } = await ask('organization', 'create', '--name', 'Careful')

  const replay = await ask('rules', 'check', '--organization', id!, '--rules', file)
  await ask('organization', 'update', id!, '--set', `rules=${rules}`)
  const shown = await ask('organization', 'show', id!)
  const replayOfThose = await ask('rules', 'check', '--organization', id!)

  const names = (JSON.parse(rules) as { name: string }[]).map(({ name }) => name)
  expect(replay).toMatchObject({ payments: 0, blocked: 0, rules: names.map((name) => ({ name, blocked: 0 })) })
  expect(shown).toMatchObject({ settings: { rules: names.map((name) => ({ name })), on_dispute: 'at_period_end' } })
  expect(replayOfThose).toEqual({ ...replay, since: expect.any(String) })
})

test('rules that cannot be meant are refused with every issue', patiently, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Careless')
  const file = join(dataDir, 'broken-rules.json')
  writeFileSync(file, JSON.stringify([{ name: 'a', when: {} }, { when: { bins: ['x'] } }]))

  const { code, stderr } = await run(['rules', 'check', '--organization', id!, '--rules', file])

  expect(code).toBe(1)
  expect(stderr).toContain('must have a condition')
  expect(stderr).toContain('one to six leading digits')
})

test('a key is rotated and revoked by its id alone', patiently, async () => {
  const organization = await ask('organization', 'create', '--name', 'Other shop')
  const { id } = await ask('key', 'create', '--organization', organization['id']!)

  const successor = await ask('key', 'rotate', id!)
  const revoked = await ask('key', 'revoke', successor['id']!)

  expect(revoked).toMatchObject({ id: successor['id'], revoked_at: expect.any(String) })
  const refused = await run(['key', 'revoke', successor['id']!, '--organization', 'org_of_another'])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^There is no key /)])
})

test('an organization that is done is archived, and lists leave it out', patiently, async () => {
  const { id } = await ask('organization', 'create', '--name', 'A shop that never opened')

  expect(await ask('organization', 'archive', id!)).toMatchObject({ id, keys_revoked: 0 })
  expect((await run(['organization', 'list'])).stdout).not.toContain(id)
  expect((await run(['organization', 'list', '--archived'])).stdout).toContain(id)
})

test('a reader that has seen enough does not make a command fail', patiently, async () => {
  const child = start(['audit', 'export'])
  child.stdout!.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
})

test(
  'doctor says which version answered, and makes the data folder that no server has made yet',
  patiently,
  async () => {
    const { stdout } = await run(['doctor', '--json'])

    const { findings } = JSON.parse(stdout) as { findings: readonly { check: string; ok: boolean; message: string }[] }
    expect(findings[0]).toMatchObject({
      check: 'version',
      message: expect.stringMatching(/^0\.1\.0, .*the server that runs/),
    })
    expect(findings.find(({ check }) => check === 'data folder')).toMatchObject({ ok: true })
    expect(findings.find(({ check }) => check === 'clocks of servers')).toMatchObject({ ok: true })
  },
)

test('keys are rotated while the server runs', patiently, async () => {
  const kids = async () =>
    ((await (await fetch(`${url}/card-keys`)).json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  const before = await kids()

  const rotated = await ask('secret', 'rotate')

  expect(rotated).toEqual({ data_key: expect.any(Number), cards_resealed: 0, resumed: false })
  expect(await kids()).toContain(before[0])
})

test('only the owner of the data folder can reach it', () => {
  expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600)
})

test('a server is backed up while it serves, and its backup is restored', { timeout: 300_000 }, async () => {
  const file = join(dataDir, 'of-today.backup')
  const settings = {
    DATA_DIR: join(dataDir, 'restored'),
    SECRET_KEY: readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(),
  }
  const { id } = await ask('organization', 'create', '--name', 'Backed up')

  const written = await ask('backup', '--to', file)
  const done = await run(['restore', '--from', file, '--erasures', join(dataDir, 'erasures'), '--json'], settings)

  expect(written).toMatchObject({ file, bytes: statSync(file).size, rows: expect.any(Number) })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect({ ...done, stdout: JSON.parse(done.stdout) }).toMatchObject({
    code: 0,
    stdout: { ok: true, at: written['at'] },
  })
  const config = readConfig(settings)
  const { database } = await openBooks(config, pino({ level: 'silent' }))
  expect((await listOrganizations(database.db)).map((organization) => organization.id)).toContain(id)
  expect(await findWaitingConnections(database.db)).toMatchObject([
    { connection: 'sandbox', lastCommitAt: written['at'], why: expect.stringContaining('was restored') },
  ])
  const { rows } = await sql`select what, who from audit_entries where object_id = 'database'`.execute(database.db)
  expect(rows).toEqual([{ what: 'restore', who: userInfo().username }])
  await database.close()
  expect((await run(['audit', 'export'])).stdout).toContain('"what":"backup"')
  await expect(restore(config, pino({ level: 'silent' }), file)).rejects.toThrow('has a database already')
})

test('a refusal is a sentence on standard error and exit code 1', patiently, async () => {
  expect(await run(['organization', 'show', 'org_none'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no organization "org_none".\n',
  })
  expect(JSON.parse((await run(['organization', 'show', 'org_none', '--json'])).stderr)).toEqual({
    error: { code: 'not_found', message: 'There is no organization "org_none".', details: [] },
  })
})

test('support staff find, refund and export a payment, and change a subscription', patiently, async () => {
  const { id: organization } = await ask('organization', 'create', '--name', 'Support')
  const { key } = await ask('key', 'create', '--organization', organization!)
  const send = async (method: string, path: string, body?: object, token = key!) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await answer.json()) as Record<string, never>
  }
  const plan = {
    name: 'Reader',
    type: 'recurring',
    interval: 'months',
    price: { default: { amount: 999, currency: 'EUR' }, countries: [] },
  }
  const [{ id: monthly }, { id: yearly }] = [
    await send('POST', '/plans', plan),
    await send('POST', '/plans', { ...plan, name: 'Reader, a year', interval: 'years' }),
  ]
  const buyer = { external_id: 'user-9', email: 'nine@example.com' }
  const session = await send('POST', '/client-session', { customer: buyer, plan: { id: monthly } })
  const paid = await payAtCheckout(url, session['id']!)
  const own = ['--organization', organization!]
  const list = async (...args: string[]) =>
    ((await ask(...args, ...own)) as unknown as { data: { id: string }[] }).data.map(({ id }) => id)

  expect(await list('payment', 'list', '--search', '4242')).toEqual([paid.id])
  expect(await list('payment', 'list', '--external-id', 'user-8')).toEqual([])
  expect(await list('customer', 'list', '--search', 'nine@')).toEqual([paid.customer.id])
  expect(await list('subscription', 'list', '--external-id', 'user-9', '--status', 'active')).toEqual([
    paid.subscription.id,
  ])
  expect(await ask('payment', 'refund', paid.id, '--amount', '100', '--reason', 'goodwill', ...own)).toMatchObject({
    refunded_amount: 100,
  })
  const shown = await ask('payment', 'show', paid.id, ...own)
  expect(shown).toMatchObject({ refunds: [{ reason: 'goodwill' }], consent: { text: 'I agree.' } })
  expect((await run(['payment', 'show', paid.id, ...own])).stdout).toContain('I agree.')
  const subscription = ['subscription', 'change', paid.subscription.id, '--plan', String(yearly), ...own]
  expect(await ask(...subscription)).toMatchObject({ plan: { id: yearly } })
  expect(await ask('subscription', 'cancel', paid.subscription.id, ...own)).toMatchObject({
    status: 'scheduled_for_cancellation',
  })
  expect(await ask('subscription', 'resume', paid.subscription.id, ...own)).toMatchObject({ status: 'active' })
  const { stdout: csv } = await run(['payments', 'export', '--csv', ...own])
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(csv).toContain(`${paid.id},`)
  expect(JSON.parse((await run(['consents', 'export', ...own])).stdout)).toMatchObject({ payment_id: paid.id })
})

test('every issue of a refusal is a line, and with --json one object', patiently, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Refused')
  const args = ['plan', 'create', '--organization', id!, '--plan', '{"name":"","type":"weekly"}']

  const lines = await run(args)
  const asJson = await run([...args, '--json'])
  const unknown = await run(['organization', 'update', id!, '--set', 'alowed_origins=1'])
  const noJson = await run(['plan', 'create', '--organization', id!, '--plan', '{"name": Reader}'])

  expect(lines.stderr.trim().split('\n').length).toBeGreaterThan(2)
  expect(JSON.parse(asJson.stderr)).toMatchObject({
    error: {
      code: 'invalid_parameter',
      details: expect.arrayContaining([expect.objectContaining({ path: 'body.name' })]),
    },
  })
  expect(unknown.stderr).toContain('alowed_origins is no setting; the settings are')
  expect(unknown.stderr).toContain('allowed_origins')
  expect(noJson.stderr).toContain("Unexpected token 'R'")
})

test('a key without scopes says what it may not do', patiently, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Scopes')

  expect((await ask('key', 'create', '--organization', id!))['may_not']).toMatch(/audit.*erasure/)
})

test('wrong usage is exit code 2', patiently, async () => {
  expect(await run(['key', 'create'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--organization'),
  })
})

test('a command on a data folder that is none says so in a sentence', patiently, async () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')

  expect(await run(['organization', 'list'], { DATA_DIR: file })).toEqual({
    code: 1,
    stdout: '',
    stderr: `The data folder ${file} cannot be made.\n`,
  })
})

test('a file that is not there is named, in one sentence', patiently, async () => {
  const { code, stderr } = await run(['rules', 'check', '--organization', 'org_none', '--rules', 'nowhere.json'])

  expect(code).toBe(2)
  expect(stderr).toBe("error: option '--rules <file>' argument 'nowhere.json' is invalid. There is no such file.\n")
})

test('a configuration with issues lists them and nothing starts', patiently, async () => {
  const { code, stderr } = await run(['serve'], { MODE: 'lively', PORT: 'many' })

  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(2)
  expect(stderr).not.toContain('    at ')
})

/** A second installation, behind a proxy that nobody has named. */
const other = { DATA_DIR: join(dataDir, 'other'), PUBLIC_URL: 'https://pay.example' }

test('a port in use is one sentence, and a proxy without a name is a warning', patiently, async () => {
  const { code, stdout, stderr } = await run(['serve'], { ...other, PORT: new URL(url).port })

  expect(code).toBe(1)
  expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({
    level: 'warn',
    msg: expect.stringContaining('TRUST_PROXY'),
  })
  expect(stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is in use: .*\.\n$/)
})

test('an operator holds all money up and lets it go again, by name and with a reason', patiently, async () => {
  const before = await ask('doctor')
  const held = await ask('reconcile-first', 'set', '--why', 'a drill', '--last-commit', '2026-11-20')
  const doctor = await run(['doctor', '--json'])
  const forPeople = await run(['reconcile-first', 'show'])
  const cleared = await ask('reconcile-first', 'clear', '--why', 'the drill is over', '--who', 'mina')

  expect(before).toMatchObject({ ok: true })
  const lastCommit = '2026-11-20T00:00:00.000Z'
  expect(held).toMatchObject({
    waiting: [{ connection: 'sandbox', why: 'a drill', set_by: userInfo().username, last_commit_at: lastCommit }],
    unmatched: [],
  })
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toContain('no money moves over sandbox')
  expect(forPeople.stdout).toMatch(/^waiting:\nconnection  since .*\nsandbox .*\nunmatched: none\n$/)
  expect(cleared).toEqual({ waiting: [], unmatched: [] })
})

test('attempts, obligations and settlements are listed by commands', patiently, async () => {
  for (const command of [
    ['attempt', 'list'],
    ['attempt', 'find', 'txn_none'],
    ['obligation', 'list'],
    ['settlement', 'list'],
  ])
    expect(await ask(...command)).toEqual({ data: [] })
  for (const command of [
    ['obligation', 'close', 'obl_none', '--why', 'a drill'],
    ['settlement', 'resolve', 'pay_none', '--as', 'settled', '--why', 'a drill'],
  ])
    expect(await run(command)).toMatchObject({ code: 1, stderr: expect.stringContaining('_none') })
  expect(await run(['attempt', 'resolve', 'att_none', '--as', 'declined', '--why', 'a drill'])).toMatchObject({
    code: 1,
    stderr: 'There is no attempt "att_none".\n',
  })
  expect((await run(['attempt', 'resolve', 'att_none', '--as', 'declined'])).stderr).toContain('--why')
})

test('doctor is not content with an https address and no proxy that is trusted', patiently, async () => {
  const findingOf = async (more: Record<string, string>) => {
    const { code, stdout } = await run(['doctor', '--json'], more)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; message: string }[] }
    return { code, ...findings.find(({ check }) => check === 'proxies') }
  }

  expect(await findingOf(other)).toMatchObject({ code: 1, ok: false, message: expect.stringContaining('PUBLIC_URL') })
  expect(await findingOf({ ...other, TRUST_PROXY: 'loopback' })).toMatchObject({ code: 0, ok: true })
})

test('doctor knows of requests that were forwarded by nobody who is trusted', patiently, async () => {
  expect(await ask('doctor')).toMatchObject({ ok: true })
  await fetch(`${url}/healthz`, { headers: { 'X-Forwarded-For': '198.51.100.7' } })

  const { code, stdout } = await run(['doctor'])

  expect(code).toBe(1)
  expect(stdout).toContain('Requests were forwarded by 127.0.0.1, which TRUST_PROXY does not name')
  expect(stdout).not.toContain('198.51.100.7')
})

test('the sandbox clock is moved by a command', patiently, async () => {
  const moved = await ask('clock', 'advance', '--by', 'P1Y')

  expect(moved).toEqual({ now: expect.any(String), ran: [] })
  expect(Date.parse(moved['now']!) - Date.now()).toBeGreaterThan(364 * 86_400_000)
})

test('told to stop, the server ends cleanly, gives the folder back and hands over its spans', patiently, async () => {
  await fetch(`${url}/plans`)

  server.kill('SIGTERM')
  const [code] = (await once(server, 'exit')) as [number]

  expect(code).toBe(0)
  expect(collector.received()).toMatch(/"resourceSpans".*"name":"GET \/plans"/s)
  expect(existsSync(join(dataDir, 'control.sock'))).toBe(false)
  expect((await run(['organization', 'list', '--json'])).stdout).toContain('"Shop"')
})
