import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { AccountReport } from '../processors/adapter.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'
import type { ConnectionRow } from '../store/rows.ts'
import { write } from '../store/write.ts'
import { askAboutRow, otherMode } from './ask-processor-about.ts'
import { changeConnection, enabledColumns, lockConnectionRow } from './change-connection.ts'
import type { Connections } from './registry.ts'
import { stopConnection } from './stop-connection.ts'

/** Asks the processors of paused connections whose turn it is whether they let us in again, and lets those go on that do. */
export const probeConnections = async (connections: Connections, database: Database, logger: Logger): Promise<void> => {
  for (const row of await takeDue(database)) {
    try {
      await applyReport(database, row, await askAboutRow(connections, row))
    } catch (error) {
      logger.warn({ connection: row.id, err: error }, 'a paused connection could not be asked about')
    }
  }
  await connections.refresh()
}

/** Takes each paused connection whose turn it is for one server; the next turn is later each time, an hour at most. */
const takeDue = (database: Database): Promise<ConnectionRow[]> =>
  acrossOrganizations(database, 'due work')
    .updateTable('connections')
    .set({
      tries: sql<number>`tries + 1`,
      dueAt: sql<string>`clock_timestamp() + least(power(2, least(tries, 10)), 60) * interval '1 minute'`,
    })
    .where('state', '=', 'paused')
    .where('dueAt', '<=', sql<string>`clock_timestamp()`)
    .returningAll()
    .execute()

/** Resumes a paused connection if its processor accepts our key again, and disables one that turns out to be of the other mode. */
export const applyReport = async (database: Database, row: ConnectionRow, report: AccountReport): Promise<void> => {
  if (report.kind !== 'answered') return
  if (report.livemode !== row.settings.livemode)
    return stopConnection(database, row, { kind: 'other_mode', message: otherMode(report) })
  if (row.state !== 'paused' || report.findings.some(({ ok }) => !ok)) return
  await write(database, row.organizationId, async (work) => {
    const locked = await lockConnectionRow(work, row.id)
    // The connection may have been paused again, disabled or given another key while the processor answered.
    if (locked.revision !== row.revision) return
    await changeConnection(work, locked, {
      what: 'connection.resumed',
      change: enabledColumns,
      decided: { who: 'system', why: 'The processor lets us in again.' },
    })
  })
}
