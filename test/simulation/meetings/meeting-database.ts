import { pino } from 'pino'
import type { Billing } from '#server/billing/billing.ts'
import { createBilling } from '#server/wiring/create-billing.ts'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { OpenDatabase } from '#database/database-engine.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { createDatabase, dropDatabase } from '../../support/databases/database-on-server.ts'
import { prepareScenes, type Scene } from './scenes.ts'

/** A separate PostgreSQL database in which meetings are played one after another. */
export interface MeetingDatabase {
  readonly billing: Billing
  readonly scenes: readonly Scene[]
  /** Moves the wall clock, by which leases and sealed cards expire, to this many seconds after the time of the scenes. */
  readonly setWall: (aheadSeconds: number) => void
  readonly close: () => Promise<void>
}

/** The database in which scenes were prepared, and these scenes. */
export interface PreparedScenes {
  readonly server: string
  /** The database that is copied for meetings. */
  readonly template: string
  readonly scenes: readonly Scene[]
  /** The wall clock of the scenes, in milliseconds since 1970. */
  readonly preparedAt: number
}

/** Prepares all scenes in a new copy of the migrated database. */
export const prepareTemplate = async (server: string, migrated: string): Promise<PreparedScenes> => {
  const template = await createDatabase(server, migrated)
  const database = await openPostgresql<Schema>(template, { mode: 'sandbox' })
  const preparedAt = Date.now()
  const billing = await billingOver(database, () => preparedAt)
  const scenes = await prepareScenes(billing)
  await database.close()
  return { server, template, scenes, preparedAt }
}

/** Copies a template, and opens the copy for meetings. */
export const openMeetingDatabase = async ({
  server,
  template,
  scenes,
  preparedAt,
}: PreparedScenes): Promise<MeetingDatabase> => {
  const url = await createDatabase(server, template)
  const database = await openPostgresql<Schema>(url, { mode: 'sandbox' })
  let aheadSeconds = 0
  const rejected = new Set(scenes.flatMap(({ troubled }) => troubled?.transactionId ?? []))
  return {
    billing: await billingOver(database, () => preparedAt + aheadSeconds * 1000, rejected),
    scenes,
    setWall(seconds) {
      aheadSeconds = seconds
    },
    async close() {
      await database.close()
      await dropDatabase(server, url)
    },
  }
}

const billingOver = async (
  { db }: OpenDatabase<Schema>,
  now: () => number,
  rejected: ReadonlySet<string> = new Set(),
): Promise<Billing> => {
  const processor = sandboxProcessor({ database: db })
  const { billing } = await createBilling({
    database: db,
    processor: {
      ...processor,
      settlements: async (transactionIds) => {
        if (transactionIds.some((id) => rejected.has(id))) throw new Error('422 of a processor')
        return processor.settlements(transactionIds)
      },
    },
    mode: 'sandbox',
    masterSecret: masterSecretOf('a secret of the simulation, known to all'),
    logger: pino({ level: 'silent' }),
    wallClock: () => new Date(now()).toISOString(),
  })
  return billing
}
