import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabaseTo } from '../../../../test/support/databases/databases.ts'
import { drawPng } from '../../../../test/support/pages/draw-png.ts'
import { startTraceCollector, type TraceCollector } from '../../../../test/support/services/trace-collector.ts'
import { slowCommandTimeout, useCommandLine } from '../../../../test/support/services/use-command-line.ts'
import { openBackupSource } from '../backup/backup-source.ts'
import { restore } from '../backup/restore.ts'
import { readConfig } from '../config/read-config.ts'
import { listOrganizations } from '../organization/organizations.ts'
import { findWaitingConnections } from '../store/reconcile-first/reconcile-first.ts'

let collector: TraceCollector
beforeAll(async () => {
  collector = await startTraceCollector()
})
afterAll(() => collector.close())

const line = useCommandLine((dataDir) => ({ ...collector.settings, ERASURES_FILE: join(dataDir, 'erasures') }))
const { dataDir, start, run, ask } = line

/** A second installation, behind a proxy that is missing from its settings. */
const other = { DATA_DIR: join(dataDir, 'other'), PUBLIC_URL: 'https://pay.example' }
beforeAll(() => copyDatabaseTo(other.DATA_DIR))

test('while a server has the embedded database open, commands go through the server', slowCommandTimeout, async () => {
  const organization = await ask('organization', 'create', '--name', 'Shop')
  const key = await ask('key', 'create', '--organization', organization['id']!, '--scopes', 'plans:read')

  expect(organization).toEqual({ id: expect.stringMatching(/^org_/), name: 'Shop' })
  expect(key).toEqual({ id: expect.stringMatching(/^key_/), key: expect.stringMatching(/^sk_sandbox_/) })
  const answer = await fetch(`${line.url}/plans`, { headers: { Authorization: `Bearer ${key['key']}` } })
  expect(answer.status).toBe(200)
})

test('the audit log is exported as lines, and compared with its chain', slowCommandTimeout, async () => {
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
  await expect.poll(verify, slowCommandTimeout).toMatch(/^All \d+ links are whole\. The head is \d+ \S{43}\.\n$/)
})

test(
  'the risk rules in the server’s README can be tried on the last 30 days, and set',
  slowCommandTimeout,
  async () => {
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
  },
)

test('a key is rotated and revoked by its id', slowCommandTimeout, async () => {
  const organization = await ask('organization', 'create', '--name', 'Other shop')
  const { id } = await ask('key', 'create', '--organization', organization['id']!)

  const successor = await ask('key', 'rotate', id!)
  const revoked = await ask('key', 'revoke', successor['id']!)

  expect(revoked).toMatchObject({ id: successor['id'], revoked_at: expect.any(String) })
  const refused = await run(['key', 'revoke', successor['id']!, '--organization', 'org_of_another'])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^There is no key /)])
})

test(
  'an organization without unfinished work can be archived, and lists leave it out',
  slowCommandTimeout,
  async () => {
    const { id } = await ask('organization', 'create', '--name', 'A shop that never opened')

    expect(await ask('organization', 'archive', id!)).toMatchObject({ id, keys_revoked: 0 })
    expect((await run(['organization', 'list'])).stdout).not.toContain(id)
    expect((await run(['organization', 'list', '--archived'])).stdout).toContain(id)
  },
)

test('a logo is set from a file and removed like any other setting', slowCommandTimeout, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Lantern Books')
  const file = join(dataDir, 'logo.webp')
  writeFileSync(file, drawPng())
  const set = await ask('organization', 'update', id!, '--logo', file)
  const { logo } = set['settings'] as unknown as { logo: { file: string } }
  const statusOf = async () => (await fetch(`${line.url}/logos/${logo.file}`)).status
  const before = await statusOf()
  const removed = await ask('organization', 'update', id!, '--set', 'logo=null')

  expect(logo.file).toMatch(/\.png$/)
  expect(removed['settings']).toMatchObject({ logo: null })
  expect([before, await statusOf()]).toEqual([200, 404])
})

test('a command succeeds even if its reader closes the pipe early', slowCommandTimeout, async () => {
  const child = start(['audit', 'export'])
  child.stdout!.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])

  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
})

test(
  'doctor names the version that answered, and creates the data folder if no server has',
  slowCommandTimeout,
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

test('keys are rotated while the server runs', slowCommandTimeout, async () => {
  const kids = async () =>
    ((await (await fetch(`${line.url}/card-keys`)).json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
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
  const { database } = await openBackupSource(config, pino({ level: 'silent' }))
  expect((await listOrganizations(database.db)).map((organization) => organization.id)).toContain(id)
  expect(await findWaitingConnections(database.db)).toMatchObject([
    { connection: 'sandbox', lastCommitAt: written['at'], why: expect.stringContaining('was restored') },
  ])
  const { rows } = await sql`select what, who from audit_entries where object_id = 'database'`.execute(database.db)
  expect(rows).toEqual([{ what: 'restore', who: userInfo().username }])
  await database.close()
  expect((await run(['audit', 'export'])).stdout).toContain('"what":"backup"')
  await expect(restore(config, pino({ level: 'silent' }), file)).rejects.toThrow('already has a database')
})

test('the report about a key without scopes lists what it may not do', slowCommandTimeout, async () => {
  const { id } = await ask('organization', 'create', '--name', 'Scopes')

  expect((await ask('key', 'create', '--organization', id!))['may_not']).toMatch(/audit.*erasure/)
})

test(
  'a port in use is reported with one sentence, and a proxy without a name with a warning',
  slowCommandTimeout,
  async () => {
    const { code, stdout, stderr } = await run(['serve'], { ...other, PORT: new URL(line.url).port })

    expect(code).toBe(1)
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({
      level: 'warn',
      msg: expect.stringContaining('TRUST_PROXY'),
    })
    expect(stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is in use: .*\.\n$/)
  },
)

test('an operator stops all charges and allows them again, with a name and a reason', slowCommandTimeout, async () => {
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

test('attempts, obligations and settlements are listed by commands', slowCommandTimeout, async () => {
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

test('doctor reports an https address without a trusted proxy', slowCommandTimeout, async () => {
  const findingOf = async (more: Record<string, string>) => {
    const { code, stdout } = await run(['doctor', '--json'], more)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; message: string }[] }
    return { code, ...findings.find(({ check }) => check === 'proxies') }
  }

  expect(await findingOf(other)).toMatchObject({ code: 1, ok: false, message: expect.stringContaining('PUBLIC_URL') })
  expect(await findingOf({ ...other, TRUST_PROXY: 'loopback' })).toMatchObject({ code: 0, ok: true })
})

test('doctor reports requests that an untrusted proxy forwarded', slowCommandTimeout, async () => {
  expect(await ask('doctor')).toMatchObject({ ok: true })
  await fetch(`${line.url}/healthz`, { headers: { 'X-Forwarded-For': '198.51.100.7' } })

  const { code, stdout } = await run(['doctor'])

  expect(code).toBe(1)
  expect(stdout).toContain('Requests were forwarded by 127.0.0.1, which TRUST_PROXY does not name')
  expect(stdout).not.toContain('198.51.100.7')
})

test('the sandbox clock is moved by a command', slowCommandTimeout, async () => {
  const moved = await ask('clock', 'advance', '--by', 'P1Y')

  expect(moved).toEqual({ now: expect.any(String), ran: [] })
  expect(Date.parse(moved['now']!) - Date.now()).toBeGreaterThan(364 * 86_400_000)
})

test(
  'after a stop signal the server ends cleanly, releases its folder and exports its spans',
  slowCommandTimeout,
  async () => {
    await fetch(`${line.url}/plans`)

    line.server.kill('SIGTERM')
    const [code] = (await once(line.server, 'exit')) as [number]

    expect(code).toBe(0)
    expect(collector.received()).toMatch(/"resourceSpans".*"name":"GET \/plans"/s)
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false)
    expect((await run(['organization', 'list', '--json'])).stdout).toContain('"Shop"')
  },
)
