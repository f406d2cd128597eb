import { type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandInputs, CommandName } from '#server/cli/commands.ts'
import { runCommand } from '#server/cli/run/run-command.ts'
import type { Config } from '#server/config/config.ts'
import { readConfig } from '#server/config/read-config.ts'
import { type RunningServer, startServer } from '#server/wiring/start-server.ts'
import { openTestDatabase, type TestDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'

let fake: FakeStripe
let database: TestDatabase
let config: Config
let server: RunningServer
let organization: string

beforeAll(async () => {
  fake = await startFakeStripe({ limits: null })
  database = await openTestDatabase('postgresql')
  const env = { DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(tmpdir(), 'billing-')) }
  config = readConfig({ ...env, PORT: '0', RATE_LIMIT: 'off' })
  server = await startServer({ config, logger: pino({ level: 'silent' }) })
  organization = (await run('organization create', { name: 'Lantern Books' })).id
})
afterAll(async () => {
  await server.close()
  await database.close()
  await fake.close()
})

const run = async <Name extends CommandName>(name: Name, input: CommandInputs[Name]): Promise<Answer['body']> =>
  runCommand(config, pino({ level: 'silent' }), name, input)
const add = (kinds: string) => {
  const set = ['publishable_key=pk_test_fake', `api_url=${fake.url}`, `method_kinds=${kinds}`]
  return run('connection add', { organization, adapter: 'stripe', set, secret: 'sk_test_fake', who: 'Mina' })
}
const registered = () => [...fake.books.domains.values()].map(({ domain_name: name }) => name)
const ofDomains = ({ findings }: Answer['body']) =>
  findings
    .filter(({ check }: { check: string }) => check === 'domains')
    .map(({ message }: { message: string }) => message)

test('domains are registered with a connection that charges wallets, and those of later pages by a check', async () => {
  const added = await add('CARD,APPLE_PAY,GOOGLE_PAY')
  const first = registered()
  await run('organization update', { id: organization, set: ['allowed_origins=["https://shop.example.com"]'] })
  const { findings } = await run('doctor', {})
  const missing = findings.find(({ check }: { check: string }) => check === 'connections')
  const checked = await run('connection check', { id: added.id })

  const active = 'Apple Pay active, Google Pay active'
  expect(added.domains).toEqual([`localhost: ${active}`, `127.0.0.1: ${active}`])
  expect(first).toEqual(['localhost', '127.0.0.1'])
  expect(missing).toMatchObject({
    ok: false,
    message: expect.stringContaining('shop.example.com is not registered for wallets: connection check.'),
  })
  expect(ofDomains(checked)).toEqual([`localhost: ${active}`, `127.0.0.1: ${active}`, `shop.example.com: ${active}`])
  expect(registered()).toEqual(['localhost', '127.0.0.1', 'shop.example.com'])
  expect((await run('doctor', {})).findings).toContainEqual(expect.objectContaining({ check: 'connections', ok: true }))
})

test('the check and the doctor report a domain that Apple has not verified, and the connection is still accepted', async () => {
  fake.books.unverified.add('late.example.com')
  await run('organization update', { id: organization, set: ['allowed_origins=["https://late.example.com"]'] })
  const [{ id }] = (await run('connection list', { organization })).data
  const checked = await run('connection check', { id })

  expect(checked).toMatchObject({ ok: false, state: 'enabled' })
  expect(ofDomains(checked)).toContain(
    'late.example.com: Apple Pay inactive (Apple could not verify the domain.), Google Pay active',
  )
})
