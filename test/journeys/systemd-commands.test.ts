import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/databases/databases.ts'
import { bareEnvironment } from '../support/processes/bare-environment.ts'

const wrapper = fileURLToPath(new URL('../../examples/operations/billing-checkout.sh', import.meta.url))
const command = fileURLToPath(new URL('../../packages/server/bin/billing-checkout.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'systemd-'))
const isRoot = process.getuid?.() === 0
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase('postgresql')
  const etc = join(folder, 'etc')
  mkdirSync(etc)
  writeFileSync(
    join(etc, 'environment'),
    `# As systemd reads it.\n\nMODE=sandbox\nDATA_DIR="${join(folder, 'data')}"\nPUBLIC_URL='https://pay.example'\n; done`,
  )
  writeFileSync(join(etc, 'database-url'), `${database.url}\n`)
  writeFileSync(join(etc, 'secret-key'), 'a secret of the tests that nobody else has\n')
  mkdirSync(join(folder, 'data'))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(command, join(folder, 'node_modules/.bin/billing-checkout'))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (args: readonly string[], file = wrapper) =>
  promisify(execFile)(file, args, {
    cwd: tmpdir(),
    env: {
      ...bareEnvironment,
      HOME: folder,
      SUDO_USER: 'mina',
      BILLING_CHECKOUT_ETC: join(folder, 'etc'),
      BILLING_CHECKOUT_HOME: folder,
      // A test cannot create a user, so the command runs as root.
      BILLING_CHECKOUT_USER: 'root',
    },
  })

test.skipIf(!isRoot)('a command has the settings and secrets of the units, and records who typed it', async () => {
  const created = await run(['organization', 'create', '--name', 'Lantern Books', '--json'])
  const { id } = JSON.parse(created.stdout) as { id: string }

  const listed = await database.db.selectFrom('organizations').select('name').where('id', '=', id).execute()
  expect(listed).toEqual([{ name: 'Lantern Books' }])
  const exported = await run(['audit', 'export'])
  expect(exported.stdout).toContain('mina')
})

test.skipIf(!isRoot)("`npx billing-checkout` finds it among npm's global programs, from any folder", async () => {
  const prefix = join(folder, 'global')
  mkdirSync(join(prefix, 'bin'), { recursive: true })
  symlinkSync(wrapper, join(prefix, 'bin/billing-checkout'))

  const { stdout } = await promisify(execFile)('npx', ['billing-checkout', 'organization', 'list', '--json'], {
    cwd: tmpdir(),
    env: {
      ...bareEnvironment,
      HOME: folder,
      npm_config_prefix: prefix,
      BILLING_CHECKOUT_ETC: join(folder, 'etc'),
      BILLING_CHECKOUT_HOME: folder,
      BILLING_CHECKOUT_USER: 'root',
    },
  })

  expect(JSON.parse(stdout)).toMatchObject({ data: [{ name: 'Lantern Books' }] })
})

test.skipIf(!isRoot)("a command has its user's home folder, not root's, which `pg_dump` could not read", async () => {
  const home = join(folder, 'prints-home')
  mkdirSync(join(home, 'node_modules/.bin'), { recursive: true })
  writeFileSync(join(home, 'node_modules/.bin/billing-checkout'), '#!/bin/sh\necho "$HOME"\n', { mode: 0o755 })
  chmodSync(folder, 0o755)
  const [, , , , , homeOfNobody] = readFileSync('/etc/passwd', 'utf8')
    .match(/^nobody:.*$/m)![0]
    .split(':')

  const { stdout } = await promisify(execFile)(wrapper, ['backup'], {
    cwd: tmpdir(),
    env: {
      ...bareEnvironment,
      HOME: '/root',
      BILLING_CHECKOUT_ETC: join(folder, 'etc'),
      BILLING_CHECKOUT_HOME: home,
      BILLING_CHECKOUT_USER: 'nobody',
    },
  })

  expect(stdout.trim()).toBe(homeOfNobody)
})
