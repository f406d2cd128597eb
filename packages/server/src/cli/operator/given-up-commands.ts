import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { resolveSettlement, resolveRefund } from '../../billing/operator/resolve-given-up.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { selectAcceptedRefunds } from '../../store/queries/accepted-refunds.ts'
import { neverRetriedAt } from '../../store/schema/deferred-work.ts'
import type { CommandContext, CommandTable } from '../command-context.ts'
import { actionsOf, type DecisionInput, readDecision } from './decision-input.ts'

/** Commands for captured payments and accepted refunds without a final state, about which the server no longer queries the processor. */
export const givenUpCommands = {
  /** Lists the payments whose settlement is no longer queried, the oldest first. */
  'settlement list': async ({ store }) => {
    const found = await selectSettlements(store.database.db).orderBy('payments.createdAt').limit(1000).execute()
    return { data: found.map(presentSettlement) }
  },

  'settlement show': (context, { id }: { readonly id: string }) => showSettlement(context, id),

  /** Records whether a payment's money arrived, as an operator states it. */
  'settlement resolve': async (context, { id, as, ...by }: DecisionInput & { readonly as: string }) => {
    if (as !== 'settled' && as !== 'failed') {
      throw new Problem('invalid_parameter', `--as must be settled or failed, got ${JSON.stringify(as)}.`)
    }
    const decided = readDecision(by)
    const found = await selectSettlements(context.store.database.db).where('payments.id', '=', id).executeTakeFirst()
    if (found === undefined) throw noSettlement(id)
    await resolveSettlement(context.billing.billing, found, as, decided)
    return showSettlement(context, id)
  },

  /** Lists the refunds that are no longer queried, the oldest first. */
  'refund list': async ({ store }) => {
    const found = await selectRefunds(store.database.db).orderBy('acceptedRefunds.stateSince').limit(1000).execute()
    return { data: found.map(presentRefund) }
  },

  'refund show': (context, { id }: { readonly id: string }) => showRefund(context, id),

  /** Records a refund's final state as an operator states it. */
  'refund resolve': async (context, { id, as, ...by }: DecisionInput & { readonly as: string }) => {
    if (as !== 'succeeded' && as !== 'failed') {
      throw new Problem('invalid_parameter', `--as must be succeeded or failed, got ${JSON.stringify(as)}.`)
    }
    const decided = readDecision(by)
    const found = await selectRefunds(context.store.database.db).where('acceptedRefunds.id', '=', id).executeTakeFirst()
    if (found === undefined) throw noRefund(id)
    await resolveRefund(context.billing.billing, found, as, decided)
    return showRefund(context, id)
  },
} satisfies CommandTable

/** Shows a payment whose settlement is no longer queried, or that an operator has resolved, with the operators' decisions about it. */
const showSettlement = async ({ store }: CommandContext, id: string): Promise<object> => {
  const { db } = store.database
  const [found, actions] = await Promise.all([
    selectSettlements(db).where('payments.id', '=', id).executeTakeFirst(),
    actionsOf(db, id),
  ])
  if (found !== undefined) return { ...presentSettlement(found), actions }
  const payment = await acrossOrganizations(db, 'operator')
    .selectFrom('payments')
    .select('paymentStatus')
    .where('id', '=', id)
    .executeTakeFirst()
  if (payment === undefined || actions.length === 0) throw noSettlement(id)
  return { payment_id: id, payment_status: payment.paymentStatus, actions }
}

const noSettlement = (id: string): Problem =>
  new Problem('not_found', `Payment ${JSON.stringify(id)} is not among those that are no longer queried.`)

const selectSettlements = (db: Database) =>
  acrossOrganizations(db, 'operator')
    .selectFrom('deferredWork')
    .innerJoin('payments', (payment) =>
      payment
        .onRef('payments.organizationId', '=', 'deferredWork.organizationId')
        .onRef('payments.id', '=', 'deferredWork.id'),
    )
    .select([
      'payments.organizationId',
      'payments.id',
      'payments.amount',
      'payments.currencyCode',
      'payments.paymentStatus',
      'payments.paymentDetails',
      'payments.createdAt',
      'deferredWork.reason',
      'deferredWork.tries',
    ])
    .where('deferredWork.kind', '=', 'settlement')
    .where('deferredWork.deferredUntil', '>=', neverRetriedAt)

type GivenUpSettlement = Awaited<ReturnType<ReturnType<typeof selectSettlements>['executeTakeFirstOrThrow']>>

const presentSettlement = (payment: GivenUpSettlement): object => ({
  payment_id: payment.id,
  organization: payment.organizationId,
  amount: payment.amount,
  currency: payment.currencyCode,
  payment_status: payment.paymentStatus,
  transaction_id: payment.paymentDetails?.processor_transaction_id ?? null,
  reason: payment.reason,
  tries: payment.tries,
  created_at: payment.createdAt,
})

/** Shows an accepted refund that is no longer queried, or one that an operator has resolved, with the operators' decisions about it. */
const showRefund = async ({ store }: CommandContext, id: string): Promise<object> => {
  const { db } = store.database
  const [found, actions] = await Promise.all([
    selectRefunds(db).where('acceptedRefunds.id', '=', id).executeTakeFirst(),
    actionsOf(db, id),
  ])
  if (found !== undefined) return { ...presentRefund(found), actions }
  const refund = await acrossOrganizations(db, 'operator')
    .selectFrom('acceptedRefunds')
    .select(['paymentId', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (refund === undefined || actions.length === 0) throw noRefund(id)
  return { id, payment_id: refund.paymentId, state: refund.state, actions }
}

const noRefund = (id: string): Problem =>
  new Problem('not_found', `Refund ${JSON.stringify(id)} is not among those that are no longer queried.`)

const selectRefunds = (db: Database) =>
  selectAcceptedRefunds(db, 'operator')
    .innerJoin('deferredWork', (deferred) =>
      deferred
        .onRef('deferredWork.organizationId', '=', 'acceptedRefunds.organizationId')
        .onRef('deferredWork.id', '=', 'acceptedRefunds.id'),
    )
    .leftJoin('attempts', (attempt) =>
      attempt
        .onRef('attempts.organizationId', '=', 'acceptedRefunds.organizationId')
        .onRef('attempts.id', '=', 'acceptedRefunds.id'),
    )
    .leftJoin('refunds as found', (refund) =>
      refund
        .onRef('found.organizationId', '=', 'acceptedRefunds.organizationId')
        .onRef('found.id', '=', 'acceptedRefunds.foundRefundId'),
    )
    .select([
      'acceptedRefunds.state',
      'acceptedRefunds.stateSince',
      sql<number>`coalesce(found.amount, (attempts.request->'call'->'request'->>'amount')::bigint)`.as('amount'),
      sql<string>`coalesce(attempts.request->'call'->'request'->>'currency', payments.currency_code)`.as('currency'),
      'deferredWork.reason',
      'deferredWork.tries',
    ])
    .where('deferredWork.kind', '=', 'refund')
    .where('deferredWork.deferredUntil', '>=', neverRetriedAt)

type GivenUpRefund = Awaited<ReturnType<ReturnType<typeof selectRefunds>['executeTakeFirstOrThrow']>>

const presentRefund = (refund: GivenUpRefund): object => ({
  id: refund.id,
  organization: refund.organizationId,
  connection: refund.connection,
  payment_id: refund.paymentId,
  amount: refund.amount,
  currency: refund.currency,
  state: refund.state,
  transaction_id: refund.transactionId,
  reason: refund.reason,
  tries: refund.tries,
  state_since: refund.stateSince,
})
