import { startFakeStripe } from '@billing-checkout/stripe/testing'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { CommandInputs, CommandName } from '#server/cli/commands.ts'
import { runCommand } from '#server/cli/run/run-command.ts'
import { readConfig } from '#server/config/read-config.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'

test('doctor reports what the processor of a connection states about it', { timeout: 120_000 }, async () => {
  await using closing = new AsyncDisposableStack()
  const fake = await startFakeStripe({ limits: null, accountId: 'acct_one' })
  closing.defer(() => fake.close())
  const database = await openTestDatabase('postgresql')
  closing.defer(() => database.close())
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(tmpdir(), 'billing-')) })
  const run = async <Name extends CommandName>(name: Name, input: CommandInputs[Name]): Promise<Answer['body']> =>
    runCommand(config, pino({ level: 'silent' }), name, input)
  const found = async () =>
    (await run('doctor', {})).findings.find(({ check }: { check: string }) => check === 'connections')
  /** The fake accepts no key of the other mode, so change the mode in the row. */
  const say = (livemode: boolean) =>
    sql`update connections set settings = jsonb_set(settings, '{livemode}', ${`${livemode}`}::jsonb)`.execute(
      database.db,
    )
  const { id: organization } = await run('organization create', { name: 'Lantern Books' })
  const set = ['publishable_key=pk_test_fake', `api_url=${fake.url}`]
  const given = { organization, adapter: 'stripe', set, secret: 'sk_test_fake', who: 'Mina' }
  const { id } = await run('connection add', given)

  const well = await found()
  fake.revokeKey('sk_test_fake')
  const refused = await found()
  fake.addKey('sk_test_fake')
  await say(true)
  const otherMode = await found()

  expect(well.ok).toBe(true)
  expect(well.message).toContain(`${id} (key: a test key of the account acct_one, kinds: cards`)
  expect(refused.ok).toBe(false)
  expect(refused.message).toContain(`${id} (key: Stripe refuses the key`)
  expect(otherMode.ok).toBe(false)
  expect(otherMode.message).toContain(`${id} (the account is of the other mode)`)
})
