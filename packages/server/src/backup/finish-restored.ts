import { sql } from 'kysely'
import { StartProblem } from '../config/start-problem.ts'
import { currentActor } from '../store/acting.ts'
import { recordAuditOf } from '../store/audit/record-audit.ts'
import type { Database } from '../store/database.ts'
import type { OpenDatabase } from '../store/engine/database-engine.ts'
import { mayBeSilent } from '../store/engine/statements/may-be-silent.ts'
import type { Schema } from '../store/schema/schema.ts'
import { findKnownConnections, setReconcileFirst } from '../store/reconcile-first/reconcile-first.ts'
import type { Manifest } from './archive/manifest.ts'
import { endSessions } from './end-sessions.ts'
import { type Repeated, repeatErasures } from './repeat-erasures.ts'
import { differencesOf, findFaultsInBooks, readContents, takeTime } from './contents.ts'

/** What became of a copy. */
export interface Finished {
  /** What is wrong in the books themselves, a sentence each. */
  readonly faults: readonly string[]
  /** How many customers it had brought back who were erased. */
  readonly erasedAgain: number
}

/**
 * Checks a copy against what its file states about the original, and puts all connections on hold. They charge again after reconciliation
 * has found what the processors did since the backup. A restored backup keeps no user or customer signed in. Throws if anything differs;
 * then the transaction must not commit. Answers the errors in the data that the original had as well: they are no reason to refuse what may
 * be the only copy.
 */
export const finishRestored = async (
  transaction: Database,
  { at, kind, contents }: Pick<Manifest, 'at' | 'kind' | 'contents'>,
  repeated?: Repeated,
): Promise<Finished> => {
  await takeTime(transaction)
  const differences = differencesOf(contents, await readContents(transaction))
  if (differences.length > 0) {
    throw new StartProblem(
      `The copy is not what its file says, so it is not kept: ${differences.slice(0, 10).join('; ')}. Use another file.`,
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
  if (kind === 'backup') await endSessions(transaction)
  const erasedAgain = repeated === undefined ? 0 : await repeatErasures(transaction, { at }, repeated)
  return { faults: await findFaultsInBooks(transaction), erasedAgain }
}

/** Lets PostgreSQL look at all tables. Until it has, every statement is planned as if they were empty. */
export const analyze = ({ db }: OpenDatabase<Schema>): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`select ${sql.raw(mayBeSilent)} set_config('statement_timeout', '0', false)`.execute(connection)
    await sql`analyze`.execute(connection)
  })
