import { withoutAnswerTimeout, type OpenDatabase } from '@billing-checkout/database'
import { sql } from 'kysely'
import { StartProblem } from '../config/start-problem.ts'
import { currentActor } from '../store/acting.ts'
import { recordAuditOf } from '../store/audit/record-audit.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema/schema.ts'
import { findKnownConnections, setReconcileFirst } from '../store/reconcile-first/reconcile-first.ts'
import type { Manifest } from './archive/manifest.ts'
import { endSessions } from './end-sessions.ts'
import { type ErasuresToRepeat, repeatErasures } from './repeat-erasures.ts'
import { differencesOf, findFaultsInBooks, readContents, removeTimeLimits } from './contents.ts'

/** The result of checking a copy. */
export interface CheckedCopy {
  /** Inconsistencies in the books, a sentence each. */
  readonly faults: readonly string[]
  /** How many restored customers were erased again. */
  readonly erasedAgain: number
}

/**
 * Compares a copy with what its file states about the original, and makes all connections wait for reconciliation, which finds what the
 * processors did since the backup. It ends all sessions of users and customers in a restored backup. Throws if anything differs; the
 * transaction must then not commit. Returns the inconsistencies that the original already had, because they are no reason to refuse what
 * may be the only copy.
 */
export const finishRestored = async (
  transaction: Database,
  { at, kind, contents }: Pick<Manifest, 'at' | 'kind' | 'contents'>,
  repeated?: ErasuresToRepeat,
): Promise<CheckedCopy> => {
  await removeTimeLimits(transaction)
  const differences = differencesOf(contents, await readContents(transaction))
  if (differences.length > 0) {
    throw new StartProblem(
      `The copy differs from what its file states, so it is not kept: ${differences.slice(0, 10).join('; ')}. Use another file.`,
    )
  }
  const why = kind === 'backup' ? `The backup of ${at} was restored.` : `The export of ${at} was imported.`
  await recordAuditOf(transaction, null, { object: 'database', why })
  for (const connection of await findKnownConnections(transaction)) {
    await setReconcileFirst(transaction, connection, {
      who: currentActor().who,
      why,
      lastCommitAt: at,
    })
  }
  if (kind === 'backup') await endSessions(transaction, new Date().toISOString())
  const erasedAgain = repeated === undefined ? 0 : await repeatErasures(transaction, { at }, repeated)
  return { faults: await findFaultsInBooks(transaction), erasedAgain }
}

/** Lets PostgreSQL collect statistics on all tables. Until then it plans every statement as though they were empty. */
export const analyze = ({ db }: OpenDatabase<Schema>): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`select ${sql.raw(withoutAnswerTimeout)} set_config('statement_timeout', '0', false)`.execute(connection)
    await sql`analyze`.execute(connection)
  })
