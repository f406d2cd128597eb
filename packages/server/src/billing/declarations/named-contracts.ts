import type { DeclarationKind } from '@billing-checkout/contract'
import { foldText, addDays } from '@billing-checkout/domain'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { lockExistingSubscription, type LockedSubscription } from '../../store/entities/subscriptions.ts'
import { idsNamedByConsent } from '../../presenters/payments/consent-ids.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { lockName, lockNamesOf } from '../lock-names-of.ts'

/** A consumer's e-mail address, and the name or id by which they named a contract. */
export interface NamedContract {
  readonly email: string
  /** Null if the consumer named none. */
  readonly contract: string | null
}

/**
 * A contract that a declaration concerns: a subscription with its payments, or the payment of a purchase without a subscription. All rows
 * are locked.
 */
export interface ConcernedContract {
  /** Whether the consumer named the contract; if not, it was found by the e-mail address alone. */
  readonly isNamed: boolean
  /** Null for a purchase without a subscription. */
  readonly subscription: LockedSubscription | null
  readonly payments: readonly PaymentRow[]
}

/** A subscription that a declaration concerns. */
export interface ConcernedSubscription extends ConcernedContract {
  readonly subscription: LockedSubscription
}

/** Thrown if a payment was made before all locks were held. The caller must handle the declaration again in a new transaction. */
export class PaymentMadeMeanwhile extends Error {}

/**
 * Finds and locks the subscriptions of all customers with an e-mail address. For a withdrawal, this includes their one-off purchases of the
 * last 13 months, because no law allows a withdrawal later. If the consumer named any of these contracts (by its id, by a payment's or
 * consent's id, or by the plan's name), this returns only the named ones. Payments are locked before the advisory locks and the
 * subscriptions, in the same order as in every charge.
 */
export const lockConcernedContracts = async (
  work: Write,
  named: NamedContract,
  kind: DeclarationKind,
): Promise<readonly ConcernedContract[]> => {
  const { areNamed: isNamed, subscriptions, purchases } = await findNamed(work, named, kind)
  const ids = subscriptions.map(({ id }) => id)
  const paid = await paymentsOf(work, ids)
  const locked = [...paid, ...purchases].map(({ id }) => id).toSorted()
  const payments = await Promise.all(locked.map((id) => lockExistingPayment(work, id)))
  await lockNames(work, [
    lockName.email(named.email),
    ...subscriptions.flatMap(({ id, customerId }) => lockNamesOf({ customerId, subscriptionId: id })),
    ...purchases.flatMap(({ customerId }) => lockNamesOf({ customerId, subscriptionId: null })),
  ])
  const concerned = await Promise.all(
    ids.map(async (id) => ({
      isNamed,
      subscription: await lockExistingSubscription(work, id),
      payments: payments.filter(({ subscriptionId }) => subscriptionId === id),
    })),
  )
  if ((await paymentsOf(work, ids)).length > paid.length)
    throw new PaymentMadeMeanwhile('A payment was made meanwhile.')
  const bought = payments.filter(({ subscriptionId }) => subscriptionId === null)
  return [...concerned, ...bought.map((payment) => ({ isNamed, subscription: null, payments: [payment] }))]
}

interface FoundContract {
  readonly id: string
  readonly customerId: string
  readonly planName: string
}

interface FoundContracts {
  /** Whether the consumer named the contracts; if not, they are all contracts under the e-mail address. */
  readonly areNamed: boolean
  readonly subscriptions: readonly FoundContract[]
  readonly purchases: readonly FoundContract[]
}

const findNamed = async (
  work: Write,
  { email, contract }: NamedContract,
  kind: DeclarationKind,
): Promise<FoundContracts> => {
  const { db } = work
  const [subscriptions, purchases] = await Promise.all([
    db
      .selectFrom('subscriptions')
      .innerJoin('customers', 'customers.id', 'subscriptions.customerId')
      .innerJoin('plans', 'plans.id', 'subscriptions.planId')
      .select(['subscriptions.id', 'subscriptions.customerId', 'plans.name as planName'])
      .where('customers.foldedEmail', '=', foldText(email))
      .orderBy('subscriptions.id')
      .execute(),
    kind === 'cancel' ? [] : findPurchases(work, email),
  ])
  if (contract === null) return { areNamed: false, subscriptions, purchases }
  const name = contract.trim()
  const sold = await findNamedSale(work, name)
  const fits = ({ id, planName }: FoundContract): boolean =>
    [name, sold?.id, sold?.subscriptionId].includes(id) || foldText(planName) === foldText(name)
  const fitting = { subscriptions: subscriptions.filter(fits), purchases: purchases.filter(fits) }
  return fitting.subscriptions.length + fitting.purchases.length === 0
    ? { areNamed: false, subscriptions, purchases }
    : { areNamed: true, ...fitting }
}

/** The payment, or the change without a payment, that has this id or whose consent has this id. */
const findNamedSale = async (
  { db }: Write,
  name: string,
): Promise<{ readonly id: string; readonly subscriptionId: string | null } | undefined> => {
  const agreed = idsNamedByConsent(name)
  const paid = await db
    .selectFrom('payments')
    .select(['id', 'subscriptionId'])
    .where('id', '=', agreed?.paymentId ?? name)
    .executeTakeFirst()
  return paid !== undefined || agreed === undefined
    ? paid
    : db
        .selectFrom('freeChanges')
        .select(['sessionId as id', 'subscriptionId'])
        .where('sessionId', '=', agreed.sessionId)
        .executeTakeFirst()
}

/** Days within which a consumer may withdraw: a year and 14 days if the contract gave no notice of the right, and some extra days. */
const withdrawalDaysMax = 400

/** The largest number of purchases to look up: more than a consumer makes within {@link withdrawalDaysMax}. */
const purchasesMax = 100

const findPurchases = ({ db, now }: Write, email: string): Promise<readonly FoundContract[]> =>
  db
    .selectFrom('payments')
    .innerJoin('customers', 'customers.id', 'payments.customerId')
    .innerJoin('plans', 'plans.id', 'payments.planId')
    .select(['payments.id', 'payments.customerId', 'plans.name as planName'])
    .where('customers.foldedEmail', '=', foldText(email))
    .where('payments.purpose', '=', 'pay')
    .where('payments.subscriptionId', 'is', null)
    .where('payments.paymentStatus', 'not in', ['DECLINED', 'FAILED', 'CANCELLED'])
    .where('payments.createdAt', '>', addDays(now, -withdrawalDaysMax))
    .orderBy('payments.createdAt', 'desc')
    .limit(purchasesMax)
    .execute()

const paymentsOf = ({ db }: Write, subscriptionIds: readonly string[]): Promise<readonly { readonly id: string }[]> =>
  subscriptionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payments')
        .select('id')
        .where('subscriptionId', '=', oneOf(subscriptionIds))
        .orderBy('id')
        .execute()
