import { type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { AccountTrouble } from '../processors/adapter.ts'
import type { ConnectionRow } from '../store/rows.ts'
import type { Write } from '../store/writes/write.ts'
import { changeConnection, disabledColumns, lockConnectionRow } from './change-connection.ts'

/** Minutes from the start of a pause to the first check whether the processor accepts our credentials again. */
const firstProbeMinutes = 1

/**
 * Stops a connection that its processor refuses. It is paused if it may work again by itself, and disabled if the account has the other
 * mode (test or live). Nothing happens if the connection has already stopped, or if its credentials changed since it was opened from this
 * row.
 */
export const stopConnection = async (work: Write, opened: ConnectionRow, trouble: AccountTrouble): Promise<void> => {
  const row = await lockConnectionRow(work, opened.id)
  const isOpenedAnew = Buffer.compare(row.sealedCredentials, opened.sealedCredentials) !== 0
  if (row.state === 'disabled' || isOpenedAnew || (row.state === 'paused' && trouble.kind === 'locked_out')) return
  const why = trouble.message
  if (trouble.kind === 'other_mode') {
    const change = disabledColumns(why)
    await changeConnection(work, row, { what: 'connection.disabled', change, decided: { who: 'system', why } })
    return
  }
  await changeConnection(work, row, {
    what: 'connection.paused',
    event: 'connection.paused',
    change: {
      ...stoppedBy(trouble),
      pausedAt: sql<Timestamp>`clock_timestamp()`,
      dueAt: sql<Timestamp>`clock_timestamp() + ${firstProbeMinutes} * interval '1 minute'`,
      tries: 0,
    },
    decided: { who: 'system', why },
  })
}

/** The state of a connection that its processor refuses, and why. */
export const stoppedBy = ({ kind, message }: AccountTrouble): Pick<ConnectionRow, 'state' | 'reason'> =>
  kind === 'other_mode' ? { state: 'disabled', reason: message } : { state: 'paused', reason: message }
