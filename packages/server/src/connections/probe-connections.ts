import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { AccountReport } from '../processors/adapter.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'
import type { ConnectionRow } from '../store/rows.ts'
import { write } from '../store/writes/write.ts'
import { askAboutRow, otherMode } from './ask-processor-about.ts'
import { changeConnection, enabledColumns, lockConnectionRow } from './change-connection.ts'
import type { Connections } from './registry.ts'
import { stopConnection } from './stop-connection.ts'

/** Queries the processors of paused connections that are due for a probe, and enables those that are accepted again. */
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

/** Takes due paused connections for this server. The pause until a connection's next probe grows each time, up to an hour. */
const takeDue = (database: Database): Promise<ConnectionRow[]> =>
  acrossOrganizations(database, 'due work')
    .updateTable('connections')
    .set({
      probes: sql<number>`probes + 1`,
      probeAt: sql<string>`clock_timestamp() + least(power(2, least(probes, 10)), 60) * interval '1 minute'`,
    })
    .where('state', '=', 'paused')
    .where('probeAt', '<=', sql<string>`clock_timestamp()`)
    .returningAll()
    .execute()

/** Enables a paused connection if its processor accepts our key again, and disables one that turns out to be of the other mode. */
export const applyReport = async (database: Database, row: ConnectionRow, report: AccountReport): Promise<void> => {
  if (report.kind !== 'answered') return
  if (report.livemode !== row.settings.livemode)
    return stopConnection(database, row, { kind: 'other_mode', message: otherMode(report) })
  if (row.state !== 'paused' || report.findings.some(({ ok }) => !ok)) return
  await write(database, row.organizationId, async (work) => {
    const locked = await lockConnectionRow(work, row.id)
    // While the processor answered, another process may have paused or disabled the connection again, or changed its key.
    if (locked.revision !== row.revision) return
    await changeConnection(work, locked, {
      what: 'connection.resumed',
      change: enabledColumns,
      decided: { who: 'system', why: 'The processor lets us in again.' },
    })
  })
}
