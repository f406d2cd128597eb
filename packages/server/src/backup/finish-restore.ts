import { oneRow, type OpenDatabase, noAnswerTimeoutMark } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { StartProblem } from '../config/start-problem.ts'
import type { MasterSecret } from '../credentials/master-secret.ts'
import { findStoredKey } from '../credentials/wrapped-keys.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import { currentActor } from '../store/acting.ts'
import { recordAuditInTransaction } from '../store/audit/record-audit.ts'
import type { Database } from '../store/database.ts'
import { anonymizeCustomer } from '../store/erasure/anonymize-customer.ts'
import type { JournalledErasure } from '../store/erasure/journal.ts'
import { readSearchTerms } from '../store/erasure/person.ts'
import { scrubCopies } from '../store/erasure/scrub-copies.ts'
import { inOrganization } from '../store/in-organization.ts'
import { findKnownConnections, setReconcileFirst } from '../store/reconcile-first/reconcile-first.ts'
import type { Schema } from '../store/schema/schema.ts'
import type { Manifest } from './archive/manifest.ts'
import {
  describeTotalsDifferences,
  findFaultsInBooks,
  countDatabaseTotals,
  removeTimeLimits,
} from './database-totals.ts'

/** The result of checking a copy. */
export interface CopyCheckResult {
  /** A sentence for each inconsistency in the books. */
  readonly faults: readonly string[]
  /** How many restored customers were erased again. */
  readonly erasedAgain: number
}

/**
 * Compares a copy with the counts and sums in its file, and makes all connections wait for reconciliation, which finds the transactions
 * that the processors made since the backup. In a restored backup, it also ends all sessions of users and customers, and repeats the
 * erasures in `toRepeat`. Throws if the copy differs; the transaction must then not commit. Returns the inconsistencies that the original
 * already had. They are no reason to refuse the copy, which may be the only one.
 */
export const finishRestore = async (
  transaction: Database,
  { at, kind, contents }: Pick<Manifest, 'at' | 'kind' | 'contents'>,
  toRepeat?: ErasuresToRepeat,
): Promise<CopyCheckResult> => {
  await removeTimeLimits(transaction)
  const differences = describeTotalsDifferences(contents, await countDatabaseTotals(transaction))
  if (differences.length > 0) {
    throw new StartProblem(
      `The copy differs from what its file states, so it is not kept: ${differences.slice(0, 10).join('; ')}. Use another file.`,
    )
  }
  const why = kind === 'backup' ? `The backup of ${at} was restored.` : `The export of ${at} was imported.`
  await recordAuditInTransaction(transaction, null, { object: 'database', why })
  for (const connection of await findKnownConnections(transaction)) {
    await setReconcileFirst(transaction, connection, {
      who: currentActor().who,
      why,
      lastCommitAt: at,
    })
  }
  if (kind === 'backup') await endSessions(transaction, new Date().toISOString())
  const erasedAgain = toRepeat === undefined ? 0 : await repeatErasures(transaction, { at }, toRepeat)
  return { faults: await findFaultsInBooks(transaction), erasedAgain }
}

/** Lets PostgreSQL collect statistics on all tables. Without statistics, it plans every statement as though the tables were empty. */
export const analyzeTables = ({ db }: OpenDatabase<Schema>): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`select ${sql.raw(noAnswerTimeoutMark)} set_config('statement_timeout', '0', false)`.execute(connection)
    await sql`analyze`.execute(connection)
  })

/**
 * Ends the sessions in a restored backup, and deletes the links with which users and customers sign in, set a password or join an
 * organization. These sessions and links may have been ended since the backup was made. Links that change or restore a customer's e-mail
 * address stay.
 */
const endSessions = async (transaction: Database, wall: string): Promise<void> => {
  await transaction.updateTable('dashboardSessions').set({ endedAt: wall }).where('endedAt', 'is', null).execute()
  await transaction.deleteFrom('signInChallenges').execute()
  await transaction.deleteFrom('userTokens').execute()
  const everywhere = acrossOrganizations(transaction, 'restored backup')
  await everywhere
    .updateTable('portalSessions')
    .set({ endedAt: wall, linkHash: null, cookieHash: null })
    .where('endedAt', 'is', null)
    .execute()
  await everywhere.deleteFrom('portalLinks').where('kind', '=', 'sign_in').execute()
}

/** The journal's erasures, and the secret that opens the backup's keys. */
export interface ErasuresToRepeat {
  readonly erasures: readonly JournalledErasure[]
  readonly secret: MasterSecret
}

/**
 * Erases again the customers whom a backup has brought back, with all copies of their data, before anyone can read it. Returns the number
 * of these customers. Payments that were in progress at the time of the backup continue without the customer's data. The job that finishes
 * erasures cancels their subscriptions.
 */
const repeatErasures = async (
  transaction: Database,
  { at }: Pick<Manifest, 'at'>,
  { erasures, secret }: ErasuresToRepeat,
): Promise<number> => {
  if (erasures.length === 0) return 0
  const { rows } = await sql<{ now: Timestamp }>`select billing_now() as now`.execute(transaction)
  const { now } = oneRow(rows)
  const auditKey = await findStoredKey(transaction, secret, 'audit')
  let repeated = 0
  for (const { organization, customer } of erasures) {
    const restored = await inOrganization(transaction, organization)
      .selectFrom('customers')
      .select('id')
      .where('id', '=', customer)
      .where('erasedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (restored === undefined) continue
    const words = await readSearchTerms(transaction, organization, customer)
    await anonymizeCustomer(transaction, organization, customer, now)
    await scrubCopies(transaction, { organizationId: organization, customerId: customer, words }, { auditKey })
    await recordAuditInTransaction(transaction, organization, {
      object: customer,
      why: `Erased again, because the backup of ${at} was made before.`,
    })
    repeated += 1
  }
  return repeated
}
