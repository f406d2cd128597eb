import type { AccountReport } from '../processors/adapter.ts'
import type { ConnectionRow } from '../store/rows.ts'
import type { Write } from '../store/writes/write.ts'
import { otherMode } from './ask-processor-about.ts'
import { changeConnection, enabledColumns, lockConnectionRow } from './change-connection.ts'
import { stopConnection } from './stop-connection.ts'

/**
 * Resumes a paused connection if its processor accepts our key again, and disables one whose account has the other mode (test or live). Returns what
 * it did, in the past tense; `undefined` if nothing.
 */
export const applyReport = async (
  work: Write,
  row: ConnectionRow,
  report: AccountReport,
): Promise<string | undefined> => {
  if (report.kind !== 'answered') return undefined
  if (report.livemode !== row.settings.livemode) {
    await stopConnection(work, row, { kind: 'other_mode', message: otherMode(report) })
    return 'connection.disabled'
  }
  if (row.state !== 'paused' || report.findings.some(({ ok }) => !ok)) return undefined
  const locked = await lockConnectionRow(work, row.id)
  // The connection may have been paused again, disabled or given another key while the processor answered.
  if (locked.revision !== row.revision) return undefined
  await changeConnection(work, locked, {
    what: 'connection.resumed',
    change: enabledColumns,
    decided: { who: 'system', why: 'The processor accepts the key again.' },
  })
  return 'connection.resumed'
}
