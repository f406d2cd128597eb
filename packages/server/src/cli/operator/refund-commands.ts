import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { acceptedRefunds } from '../../store/queries/accepted-refunds.ts'
import { resolveRefund } from '../../billing/operator/resolve-refund.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { neverRetriedAt } from '../../store/schema/deferred-work.ts'
import { actionsOf } from './actions-of.ts'
import type { CommandContext } from '../command-context.ts'
import type { ByHandInput } from './obligation-commands.ts'
import { whoActs } from './who-acts.ts'

/** An operator's decision about a refund. */
export interface RefundInput extends ByHandInput {
  readonly as: string
}

/** Lists accepted refunds without a final state that are no longer queried, the oldest first. */
export const listRefunds = async ({ store }: CommandContext): Promise<object> => ({
  data: (await selectGivenUp(store.database.db).orderBy('acceptedRefunds.stateSince').limit(1000).execute()).map(
    present,
  ),
})

/** Shows an accepted refund that is no longer queried, or one that an operator has resolved, with the operators' decisions about it. */
export const showRefund = async ({ store }: CommandContext, { id }: { readonly id: string }): Promise<object> => {
  const { db } = store.database
  const [found, actions] = await Promise.all([
    selectGivenUp(db).where('acceptedRefunds.id', '=', id).executeTakeFirst(),
    actionsOf(db, id),
  ])
  if (found !== undefined) return { ...present(found), actions }
  const refund = await acrossOrganizations(db, 'operator')
    .selectFrom('acceptedRefunds')
    .select(['paymentId', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (refund === undefined || actions.length === 0) throw notGivenUp(id)
  return { id, payment_id: refund.paymentId, state: refund.state, actions }
}

/** Records a refund's final state as an operator states it. */
export const resolveRefundByOperator = async (
  context: CommandContext,
  { id, as, ...by }: RefundInput,
): Promise<object> => {
  if (as !== 'succeeded' && as !== 'failed') {
    throw new Problem('invalid_parameter', `--as must be succeeded or failed, got ${JSON.stringify(as)}.`)
  }
  const decided = whoActs(by)
  const found = await selectGivenUp(context.store.database.db).where('acceptedRefunds.id', '=', id).executeTakeFirst()
  if (found === undefined) throw notGivenUp(id)
  await resolveRefund(context.billing.billing, found, as, decided)
  return showRefund(context, { id })
}

const notGivenUp = (id: string): Problem =>
  new Problem('not_found', `Refund ${JSON.stringify(id)} is not among those that are no longer queried.`)

const selectGivenUp = (db: Database) =>
  acceptedRefunds(db, 'operator')
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

type GivenUp = Awaited<ReturnType<ReturnType<typeof selectGivenUp>['executeTakeFirstOrThrow']>>

const present = (refund: GivenUp): object => ({
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
