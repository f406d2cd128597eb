import { foldText } from '@billing-checkout/domain'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { lockExistingSubscription, type LockedSubscription } from '../../store/entities/subscriptions.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNames, type Write } from '../../store/write.ts'
import { lockName, lockNamesOf } from '../lock-names-of.ts'

/** How a consumer named a contract. */
export interface NamedContract {
  readonly email: string
  /** Null: they named none. */
  readonly contract: string | null
}

/** A subscription that a declaration concerns, and its payments, all of them locked. */
export interface ConcernedSubscription {
  readonly subscription: LockedSubscription
  readonly payments: readonly PaymentRow[]
}

/** Thrown if a payment was made before the locks were held: the declaration has to be received again. */
export class PaymentMadeMeanwhile extends Error {}

/**
 * Finds and locks the subscriptions of the customers with an e-mail address. If the named contract is one of them, by its id, the id of a
 * payment or the name of its plan, only those count. Payments are locked before names and subscriptions, in the order of all charges.
 */
export const lockNamedSubscriptions = async (
  work: Write,
  named: NamedContract,
): Promise<readonly ConcernedSubscription[]> => {
  const found = await findNamed(work, named)
  const ids = found.map(({ id }) => id)
  const paid = await paymentsOf(work, ids)
  const payments = await Promise.all(paid.map(({ id }) => lockExistingPayment(work, id)))
  await lockNames(work, [
    lockName.email(named.email),
    ...found.flatMap(({ id, customerId }) => lockNamesOf({ customerId, subscriptionId: id })),
  ])
  const concerned = await Promise.all(
    ids.map(async (id) => ({
      subscription: await lockExistingSubscription(work, id),
      payments: payments.filter(({ subscriptionId }) => subscriptionId === id),
    })),
  )
  if ((await paymentsOf(work, ids)).length > paid.length)
    throw new PaymentMadeMeanwhile('A payment was made meanwhile.')
  return concerned
}

interface FoundSubscription {
  readonly id: string
  readonly customerId: string
  readonly planName: string
}

const findNamed = async ({ db }: Write, { email, contract }: NamedContract): Promise<readonly FoundSubscription[]> => {
  const ofAddress = await db
    .selectFrom('subscriptions')
    .innerJoin('customers', 'customers.id', 'subscriptions.customerId')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['subscriptions.id', 'subscriptions.customerId', 'plans.name as planName'])
    .where('customers.foldedEmail', '=', foldText(email))
    .orderBy('subscriptions.id')
    .execute()
  if (contract === null) return ofAddress
  const name = contract.trim()
  const paid = await db.selectFrom('payments').select('subscriptionId').where('id', '=', name).executeTakeFirst()
  const fitting = ofAddress.filter(
    ({ id, planName }) => id === name || id === paid?.subscriptionId || foldText(planName) === foldText(name),
  )
  return fitting.length === 0 ? ofAddress : fitting
}

const paymentsOf = ({ db }: Write, subscriptionIds: readonly string[]): Promise<readonly { readonly id: string }[]> =>
  subscriptionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payments')
        .select('id')
        .where('subscriptionId', '=', oneOf(subscriptionIds))
        .orderBy('id')
        .execute()
