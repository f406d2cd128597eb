import { Problem } from '@billing-checkout/contract'
import { resolveSettlement } from '../../billing/operator/resolve-settlement.ts'
import { actionsOf } from './actions-of.ts'
import type { CommandContext } from '../command-context.ts'
import type { ByHandInput } from './obligation-commands.ts'
import { whoActs } from './who-acts.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { neverRetriedAt } from '../../store/schema/deferred-work.ts'

/** An operator's decision about the settlement of a payment. */
export interface SettlementInput extends ByHandInput {
  readonly as: string
}

/** Lists captured payments whose settlement is no longer queried, the oldest first. */
export const listSettlements = async ({ store }: CommandContext): Promise<object> => ({
  data: (await selectGivenUp(store.database.db).orderBy('payments.createdAt').limit(1000).execute()).map(present),
})

/** Shows a payment whose settlement is no longer queried, or that an operator has resolved, with the operators' decisions about it. */
export const showSettlement = async ({ store }: CommandContext, { id }: { readonly id: string }): Promise<object> => {
  const { db } = store.database
  const [found, actions] = await Promise.all([
    selectGivenUp(db).where('payments.id', '=', id).executeTakeFirst(),
    actionsOf(db, id),
  ])
  if (found !== undefined) return { ...present(found), actions }
  const payment = await acrossOrganizations(db, 'operator')
    .selectFrom('payments')
    .select('paymentStatus')
    .where('id', '=', id)
    .executeTakeFirst()
  if (payment === undefined || actions.length === 0) throw notGivenUp(id)
  return { payment_id: id, payment_status: payment.paymentStatus, actions }
}

/** Records whether a payment's money arrived, as an operator states it. */
export const resolveSettlementByOperator = async (
  context: CommandContext,
  { id, as, ...by }: SettlementInput,
): Promise<object> => {
  if (as !== 'settled' && as !== 'failed') {
    throw new Problem('invalid_parameter', `--as must be settled or failed, got ${JSON.stringify(as)}.`)
  }
  const decided = whoActs(by)
  const found = await selectGivenUp(context.store.database.db).where('payments.id', '=', id).executeTakeFirst()
  if (found === undefined) throw notGivenUp(id)
  await resolveSettlement(context.billing.billing, found, as, decided)
  return showSettlement(context, { id })
}

const notGivenUp = (id: string): Problem =>
  new Problem('not_found', `Payment ${JSON.stringify(id)} is not among those that are no longer queried.`)

const selectGivenUp = (db: Database) =>
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

type GivenUp = Awaited<ReturnType<ReturnType<typeof selectGivenUp>['executeTakeFirstOrThrow']>>

const present = (payment: GivenUp): object => ({
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
