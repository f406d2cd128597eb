import { oneRow } from '@billing-checkout/database'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { findSilentProcessors } from '../../billing/due-work/silent-processors.ts'
import { findUnmatchedTransactions } from '../../billing/reconcile/unmatched-transactions.ts'
import { unknownOutcomeSecondsMax } from '../../billing/attempts/finish-attempt.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { findWaitingConnections } from '../../store/reconcile-first/reconcile-first.ts'
import { neverRetriedAt } from '../../store/schema/deferred-work.ts'

/**
 * Reports that every connection may move money and that the books have every processor transaction. If not, throws an error that says what
 * is wrong.
 */
export const examineReconciliation = async (db: Database): Promise<string> => {
  const [waiting, unmatched, identity] = await Promise.all([
    findWaitingConnections(db),
    findUnmatchedTransactions(db, shownMax),
    db.selectFrom('databaseIdentity').selectAll().executeTakeFirst(),
  ])
  const wrong = [
    ...waiting.map(
      ({ connection, since, why, reason }) =>
        `no money moves over ${connection} since ${since}: ${why}${reason === null ? '' : ` (${reason})`}`,
    ),
    ...unmatched.map(
      ({ kind, amount, currencyCode, movedAt, reference, transactionId, connection }) =>
        `${connection} has a ${kind} of ${amount} ${currencyCode} at ${movedAt}, transaction ${transactionId}, reference ${reference}, of which there is no record here`,
    ),
    ...(unmatched.length === shownMax ? ['and more: reconcile-first show'] : []),
  ]
  if (wrong.length > 0) throw new Error(wrong.join('; '))
  return identity?.systemIdentifier && identity.timeline !== null
    ? 'money moves; a failover or a restored backup is noticed'
    : 'money moves; the database does not report its identity: after a failover or a restore, run reconcile-first set'
}

const shownMax = 20

/** Reports that every processor answers this installation's servers. If some do not, throws an error that names them. */
export const examineSilentProcessors = async (db: Database, wall: Timestamp): Promise<string> => {
  const silent = await findSilentProcessors(db, wall)
  if (silent.length === 0) return 'every processor answers charges'
  throw new Error(
    silent
      .map(
        ({ connection, since }) =>
          `the processor of ${connection} has answered no charge since ${since}: renewals over it wait until it does`,
      )
      .join('; '),
  )
}

/**
 * Reports that no call to a processor has had an unknown outcome for too long. If some have, throws an error with their number and the
 * oldest.
 */
export const examineOpenAttempts = async (db: Database, wall: Timestamp): Promise<string> => {
  const longAgo = addSeconds(wall, -unknownOutcomeSecondsMax)
  const { rows } = await sql<{ open: number; old: number; oldest: Timestamp | null; example: string | null }>`
    select count(*)::int as open, count(*) filter (where opened_at < ${longAgo}::timestamptz)::int as old,
      min(opened_at) as oldest, (array_agg(id order by opened_at))[1] as example
    from (select id, (request->>'openedAt')::timestamptz as opened_at from attempts where state = 'open') as attempt`.execute(
    db,
  )
  const { open, old, oldest, example } = oneRow(rows)
  if (old === 0) return `${open}, none older than an hour`
  throw new Error(
    `the outcome of ${old} calls to processors has been unknown for an hour, the oldest is ${example} of ${oldest}: attempt list, attempt resolve`,
  )
}

/**
 * For settlements: reports that every captured payment is settled or still queried. For refunds: reports that every accepted refund has
 * arrived or is still queried. If not, throws an error that lists the payments or refunds that are no longer queried.
 */
export const examineGivenUpQueries = async (db: Database, kind: 'settlement' | 'refund'): Promise<string> => {
  const { fine, what } = {
    settlement: { fine: 'every captured payment is settled or being queried', what: 'Payment' },
    refund: { fine: 'every accepted refund has arrived or is being queried', what: 'Refund' },
  }[kind]
  const givenUp = await acrossOrganizations(db, 'operator')
    .selectFrom('deferredWork')
    .select(['id', 'reason'])
    .where('kind', '=', kind)
    .where('deferredUntil', '>=', neverRetriedAt)
    .limit(shownMax)
    .execute()
  if (givenUp.length === 0) return fine
  const sentences = givenUp.map(({ id, reason }) => `${what} ${id} is no longer queried: ${reason}`)
  throw new Error(`${sentences.join(' ')} See ${kind} list, ${kind} resolve.`)
}

/**
 * Reports that no obligation (a refund, void or cancellation that we owe) was refused several times in a row. If some were, throws an error
 * that lists them.
 */
export const examineObligations = async (db: Database): Promise<string> => {
  const overdue = await acrossOrganizations(db, 'operator')
    .selectFrom('obligations')
    .select(['kind', 'paymentId', 'tries', 'lastFailure'])
    .where('state', '=', 'open')
    .where('overdueSince', 'is not', null)
    .orderBy('overdueSince')
    .limit(shownMax)
    .execute()
  if (overdue.length === 0) return 'no obligation was refused repeatedly'
  const sentences = overdue.map(
    ({ kind, paymentId, tries, lastFailure }) =>
      `The ${kind} of payment ${paymentId} was refused ${tries} times: ${lastFailure}`,
  )
  throw new Error(`${sentences.join(' ')} See obligation list, obligation close.`)
}
