import { lockFolder } from '@billing-checkout/database/embedded'
import { isDatabaseEmpty } from '@billing-checkout/database/migrate'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../../test/support/databases/databases.ts'
import { readConfig } from '../../config/read-config.ts'
import type { CommandContext } from '../command-context.ts'
import type { CommandInputs, CommandName } from '../commands.ts'
import { controlSocketOf } from './control-socket.ts'
import { runCommand } from './run-command.ts'
import { serveCommands } from './serve-commands.ts'

test('doctor reports a folder without a database, and creates none', async () => {
  const dataDir = join(tmpdir(), `mistyped-${process.pid}`)

  await expect(runCommand(readConfig({ DATA_DIR: dataDir }), pino({ enabled: false }), 'doctor', {})).rejects.toThrow(
    `There is no database in the data folder ${dataDir}.`,
  )

  expect(existsSync(dataDir)).toBe(false)
})

test('doctor reports an empty PostgreSQL database, and creates nothing in it', async () => {
  const database = await openTestDatabase('postgresql', 'no tables')
  onTestFinished(() => database.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'empty-database-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DATABASE_URL: database.url!, DATA_DIR: dataDir })
  const examine = (input: { live?: true }) => runCommand(config, pino({ enabled: false }), 'doctor', input)

  await expect(examine({})).rejects.toThrow('The database has no tables yet')
  expect(JSON.stringify(await examine({ live: true }))).toContain('The database has no tables yet')

  expect(await isDatabaseEmpty(database.db)).toBe(true)
  expect(readdirSync(dataDir)).toEqual([])
})

test('doctor does not count archived organizations, and an update shows the organization with all its settings', async () => {
  const database = await openTestDatabase('postgresql')
  onTestFinished(() => database.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'two-shops-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DATABASE_URL: database.url!, DATA_DIR: dataDir })
  const run = <Name extends CommandName>(name: Name, input: CommandInputs[Name]) =>
    runCommand(config, pino({ enabled: false }), name, input) as Promise<Record<string, string>>
  const { id = '' } = await run('organization create', { name: 'Lantern Books' })
  const { id: finished = '' } = await run('organization create', { name: 'Finished Books' })

  await run('organization archive', { id: finished })
  const changed = await run('organization update', { id, set: ['declines_per_address=5'] })

  expect(await run('doctor', {})).toMatchObject({
    findings: expect.arrayContaining([{ check: 'organizations', ok: true, message: '1' }]),
  })
  expect(changed).toMatchObject({ settings: { declines_per_address: 5, emails: 'off' } })
  expect(await run('organization show', { id })).toEqual(changed)
})

test('a database without its secret is refused, and no new secret is made', async () => {
  const database = await openTestDatabase('postgresql')
  onTestFinished(() => database.close())
  const folders = [mkdtempSync(join(tmpdir(), 'secret-')), mkdtempSync(join(tmpdir(), 'no-secret-'))] as const
  onTestFinished(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  const list = (dataDir: string) =>
    runCommand(
      readConfig({ DATABASE_URL: database.url!, DATA_DIR: dataDir }),
      pino({ enabled: false }),
      'organization list',
      {},
    )
  await list(folders[0])

  await expect(list(folders[1])).rejects.toThrow(/neither SECRET_KEY is given nor does .* hold a secret\.key/)

  expect(folders.map((folder) => readdirSync(folder))).toEqual([['secret.key'], []])
  expect(await list(folders[0])).toEqual({ data: [] })
})

test('a command waits for a server that has locked the folder and does not listen yet', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'starting-'))
  const config = readConfig({ DATA_DIR: dataDir })
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  onTestFinished(lockFolder(dataDir))
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    void json(request).then((message) => {
      asked.push(message)
      response.end(JSON.stringify({ answer: { organizations: [] } }))
    })
  })
  onTestFinished(() => void server.close())

  const running = runCommand(config, pino({ enabled: false }), 'organization list', {})
  await wait(300)
  server.listen(controlSocketOf(dataDir))

  expect(await running).toEqual({ organizations: [] })
  expect(asked).toMatchObject([{ command: 'organization list' }])
})

test('a command in a server whose database was dropped reports that with a sentence', async () => {
  const database = await openTestDatabase('postgresql', 'no tables')
  await database.close()
  const dataDir = mkdtempSync(join(tmpdir(), 'dropped-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: dataDir })
  onTestFinished(await serveCommands(dataDir, { config, store: { database } } as unknown as CommandContext))

  await expect(runCommand(config, pino({ enabled: false }), 'doctor', {})).rejects.toThrow(
    /^The database no longer accepts the login of this server: check DATABASE_URL\.$/,
  )
})
