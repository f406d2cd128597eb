import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnvironment } from '../../../../../test/support/processes/bare-environment.ts'
import { copyDatabaseTo } from '../../../../../test/support/databases/databases.ts'
import { readConfig } from '../../config/read-config.ts'
import { createOrganization } from '../../organization/organizations.ts'
import { startServer } from '../../wiring/start-server.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

test('a customer erased without a server stays erased in a restored backup', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settingsOf = (name: string) => ({
    DATA_DIR: join(folder, name),
    SECRET_KEY: 'a secret of the tests that nobody else has',
    PORT: '0',
    LOG_LEVEL: 'warn',
  })
  const ERASURES_FILE = join(folder, 'erasures')
  const command = async (settings: Record<string, string>, ...args: readonly string[]) => {
    const env = { ...bareEnvironment, ...settings }
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], { env })
    return JSON.parse(stdout) as Record<string, string>
  }
  const file = join(folder, 'of-before.backup')
  await copyDatabaseTo(join(folder, 'first'))
  const server = await startServer({ config: readConfig(settingsOf('first')), logger: pino({ level: 'silent' }) })
  const wall = new Date().toISOString()
  const { id: organization } = await createOrganization(server.billing.database, {
    name: 'Erasing',
    originsOfFirst: null,
    wall,
  })
  const { key } = await server.apiKeys.create(organization, { scopes: null, wall })
  const made = await fetch(`${server.url}/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ada.zwetschge@example.com' }),
  })
  const { id: customer } = (await made.json()) as { id: string }
  await server.close()
  await command(settingsOf('first'), 'backup', '--to', file)

  expect(await command({ ...settingsOf('first'), ERASURES_FILE }, 'customer', 'erase', customer)).toMatchObject({
    id: customer,
    email: null,
  })

  expect(readFileSync(ERASURES_FILE, 'utf8')).toContain(JSON.stringify({ organization, customer }))
  const restored = { ...settingsOf('restored'), ERASURES_FILE }
  expect(await command(restored, 'restore', '--from', file)).toMatchObject({ erased_again: 1 })
  // The restored database records who restored it, and that its connections wait because of the restore.
  expect(await command(restored, 'reconcile-first', 'show')).toMatchObject({
    waiting: [{ connection: 'sandbox', set_by: userInfo().username, why: expect.stringContaining('was restored') }],
  })
})
