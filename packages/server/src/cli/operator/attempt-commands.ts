import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { resolveAttempt, type OperatorOutcome } from '../../billing/operator/resolve-attempt.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { CommandTable } from '../command-context.ts'
import { throwNotFound } from '../throw-not-found.ts'
import { actionsOf, type DecisionInput, readDecision } from './decision-input.ts'

/** An operator's decision about an attempt. */
export interface ResolveInput extends DecisionInput {
  readonly as: string
  readonly transaction?: string
  readonly held: boolean
}

/** Commands for calls to processors. */
export const attemptCommands = {
  /** Lists the attempts whose outcome is unknown, the oldest first, at most a thousand. */
  'attempt list': async ({ store, wallClock }) => {
    const open = selectAttempts(store.database.db).where('attempts.state', '=', 'open')
    const found = await open.orderBy('openedAt').limit(1000).execute()
    return { data: found.map((attempt) => presentAttempt(attempt, wallClock())) }
  },

  /**
   * Finds the attempts for a line of a processor's statement, by the processor's transaction id or by our reference. Captures and refunds
   * have transactions of their own, but their payment shows only the charge's transaction.
   */
  'attempt find': async ({ store }, { text }: { readonly text: string }) => {
    const { rows } = await sql<FoundAttempt>`
      select attempts.id, attempts.organization_id, attempts.connection, attempts.kind, attempts.state, attempts.payment_id,
        ${transactionIdOf} as transaction_id, attempts.processor_key, payments.payment_status,
        coalesce((attempts.request->'call'->'request'->>'amount')::bigint, payments.amount) as amount,
        payments.currency_code, attempts.finished_at
      from attempts join payments on payments.organization_id = attempts.organization_id and payments.id = attempts.payment_id
      where (attempts.outcome is not null and ${transactionIdOf} = ${text}) or attempts.processor_key = ${text}
      order by attempts.created_at, attempts.id limit 100`.execute(acrossOrganizations(store.database.db, 'operator'))
    return { data: rows.map(presentFound) }
  },

  /** Shows one attempt, open or not, without its card data, with the operators' decisions about it. */
  'attempt show': async ({ store, wallClock }, { id }: { readonly id: string }) => {
    const { db } = store.database
    const attempt = await findAttempt(db, id)
    const [listed, actions] = await Promise.all([
      selectAttempts(db).where('attempts.id', '=', id).executeTakeFirstOrThrow(),
      actionsOf(db, id),
    ])
    return {
      ...presentAttempt(listed, wallClock()),
      state: attempt.state,
      carries_card_data: attempt.carriesCardData,
      asked_again_at: attempt.state === 'open' ? attempt.leaseUntil : null,
      finished_at: attempt.finishedAt,
      transaction_id: (attempt.outcome as { facts?: { transactionId?: string } } | null)?.facts?.transactionId ?? null,
      actions,
    }
  },

  /** Finishes an attempt with an outcome that an operator states. */
  'attempt resolve': async ({ store, billing }, input: ResolveInput) => {
    const attempt = await findAttempt(store.database.db, input.id)
    const paymentStatus = await resolveAttempt(billing.billing, attempt, readOutcome(input), readDecision(input))
    return { id: attempt.id, payment_id: attempt.paymentId, payment_status: paymentStatus }
  },
} satisfies CommandTable

const transactionIdOf = sql<string | null>`attempts.outcome->'facts'->>'transactionId'`

interface FoundAttempt extends Pick<
  AttemptRow,
  'id' | 'organizationId' | 'connection' | 'kind' | 'state' | 'paymentId' | 'processorKey' | 'finishedAt'
> {
  readonly transactionId: string | null
  readonly paymentStatus: string
  readonly amount: number
  readonly currencyCode: string
}

const presentFound = (attempt: FoundAttempt): object => ({
  id: attempt.id,
  organization: attempt.organizationId,
  connection: attempt.connection,
  kind: attempt.kind,
  amount: attempt.amount,
  currency: attempt.currencyCode,
  payment_id: attempt.paymentId,
  payment_status: attempt.paymentStatus,
  transaction_id: attempt.transactionId,
  reference: attempt.processorKey,
  state: attempt.state,
  finished_at: attempt.finishedAt,
})

const readOutcome = ({ as, transaction, held }: ResolveInput): OperatorOutcome => {
  switch (as) {
    case 'approved':
      if (transaction === undefined || transaction.trim() === '') {
        throw new Problem('invalid_parameter', 'An approved attempt has a transaction: name its id with --transaction.')
      }
      return { as, transactionId: transaction.trim(), isHeld: held }
    case 'declined':
      return { as, transactionId: transaction }
    case 'never-received':
      return { as }
    default:
      throw new Problem(
        'invalid_parameter',
        `--as must be approved, declined or never-received, got ${JSON.stringify(as)}.`,
      )
  }
}

const findAttempt = async (db: Database, id: string): Promise<AttemptRow> =>
  (await acrossOrganizations(db, 'operator')
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) ?? throwNotFound('attempt', id)

const selectAttempts = (db: Database) =>
  acrossOrganizations(db, 'operator')
    .selectFrom('attempts')
    .innerJoin('payments', (payment) =>
      payment
        .onRef('payments.organizationId', '=', 'attempts.organizationId')
        .onRef('payments.id', '=', 'attempts.paymentId'),
    )
    .select([
      'attempts.id',
      'attempts.organizationId',
      'attempts.connection',
      'attempts.processorKey',
      'attempts.kind',
      'attempts.paymentId',
      'attempts.outcome',
      'attempts.action',
      'payments.amount',
      'payments.currencyCode',
      'payments.paymentStatus',
      sql<Timestamp>`(attempts.request->>'openedAt')::timestamptz`.as('openedAt'),
      sql<number | null>`(attempts.request->'call'->'request'->>'amount')::bigint`.as('askedAmount'),
    ])

type ListedAttempt = Awaited<ReturnType<ReturnType<typeof selectAttempts>['executeTakeFirstOrThrow']>>

const presentAttempt = (attempt: ListedAttempt, wall: Timestamp): object => ({
  id: attempt.id,
  organization: attempt.organizationId,
  connection: attempt.connection,
  kind: attempt.kind,
  amount: attempt.askedAmount ?? attempt.amount,
  currency: attempt.currencyCode,
  payment_id: attempt.paymentId,
  payment_status: attempt.paymentStatus,
  reference: attempt.processorKey,
  opened_at: attempt.openedAt,
  age_seconds: Math.max(Math.round((Date.parse(wall) - Date.parse(attempt.openedAt)) / 1000), 0),
  last_answer:
    (attempt.outcome as { kind?: string } | null)?.kind ?? (attempt.action === null ? 'unknown' : 'action_required'),
})
