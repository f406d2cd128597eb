import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { describeEachDatabase, copyDatabaseTo } from '../../../../test/support/databases/databases.ts'
import { runCommand } from '../cli/run/run-command.ts'
import type { CommandName } from '../cli/commands.ts'
import type { Config } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import { startServer } from '../wiring/start-server.ts'
import { bindDatabaseToMode, refuseOtherMode } from './bind-database-to-mode.ts'

const otherMode = (mode: string, asked: string) => ({
  code: 'database_other_mode',
  message: `The database belongs to MODE=${mode}, this server was started with MODE=${asked}: start with MODE=${mode}, or name another database.`,
})

describeEachDatabase('a database', (open) => {
  test('belongs for ever to the mode in which it was first opened', async () => {
    const { db } = await open()

    await bindDatabaseToMode(db, 'live')

    await bindDatabaseToMode(db, 'live')
    await expect(bindDatabaseToMode(db, 'sandbox')).rejects.toMatchObject(otherMode('live', 'sandbox'))
    expect(await db.selectFrom('clock').select('mode').execute()).toEqual([{ mode: 'live' }])
  })

  test('in live mode has no clock that can be moved', async () => {
    const { db } = await open()
    await bindDatabaseToMode(db, 'live')

    for (const change of [{ offsetMillis: 1 }, { frozenAt: '2027-01-01T00:00:00.000Z' }]) {
      await expect(db.updateTable('clock').set(change).execute()).rejects.toMatchObject({
        constraint: 'clock_of_live_is_the_wall_clock',
      })
    }
  })

  test('without tables belongs to no mode yet', async () => {
    const { db } = await open('no tables')

    await expect(refuseOtherMode(db, 'live')).resolves.toBeUndefined()
    await expect(refuseOtherMode(db, 'sandbox')).resolves.toBeUndefined()
  })
})

test(
  'a server and every command refuse a database of the other mode with one sentence, and change nothing',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'billing-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    await copyDatabaseTo(dataDir)
    const sandbox = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
    const live: Config = {
      ...sandbox,
      mode: 'live',
      embeddedInLive: true,
      secretKey: 'a secret that is long enough for live money',
      publicUrl: 'https://pay.example',
    }
    const logger = pino({ level: 'silent' })
    const server = await startServer({ config: sandbox, logger })
    const refused = otherMode('sandbox', 'live').message

    for (const command of ['doctor', 'organization list'] satisfies CommandName[]) {
      await expect(runCommand(live, logger, command, {})).rejects.toThrow(refused)
    }
    expect(await runCommand(sandbox, logger, 'doctor', {})).toMatchObject({
      findings: expect.arrayContaining([{ check: 'mode', ok: true, message: 'sandbox, like the database, for ever' }]),
    })
    await server.close()

    await expect(startServer({ config: live, logger })).rejects.toMatchObject(otherMode('sandbox', 'live'))
    await expect(runCommand(live, logger, 'doctor', {})).rejects.toThrow(refused)
  },
)
