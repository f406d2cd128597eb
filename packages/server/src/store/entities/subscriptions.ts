import { required } from '@billing-checkout/domain'
import { compiledForRow } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { lookup } from '../queries/lookup.ts'
import type { PaymentRow, SubscriptionRow } from '../rows.ts'
import type { LoadContext } from '../writes/write.ts'

declare const lockedHere: unique symbol

/**
 * A subscription whose row this transaction has locked, so that it cannot change until the transaction ends. Only the locking functions in
 * this file return this type. Code that opens a claim or a charge, or changes a subscription, requires this type, because a quote made on
 * an unlocked row leads to double charges (DECISIONS 56).
 */
export type LockedSubscription = SubscriptionRow & { readonly [lockedHere]: true }

/** Loads one subscription without a lock, to present it or to find its customer. Do not decide about a charge with it. */
export const loadSubscription = compiledForRow((db: OrganizationDatabase, id: string) =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id),
)

/** Finds one subscription and locks it until the transaction ends. */
export const lockSubscription = ({ find }: LoadContext, id: string): Promise<LockedSubscription | undefined> =>
  onlyRow(find(lockedById, [id]))

/** Finds a subscription that must exist because another row refers to it, and locks it until the transaction ends. */
export const lockExistingSubscription = async (context: LoadContext, id: string): Promise<LockedSubscription> =>
  required(await lockSubscription(context, id), 'subscription', id)

/** Finds the subscription of a payment, which must have one, and locks the subscription until the transaction ends. */
export const lockSubscriptionOf = (
  context: LoadContext,
  { id, subscriptionId }: Pick<PaymentRow, 'id' | 'subscriptionId'>,
): Promise<LockedSubscription> =>
  lockExistingSubscription(context, required(subscriptionId, 'subscription of payment', id))

/**
 * Finds one due subscription and locks it until the transaction ends; `undefined` if it is no longer due. If another transaction holds the
 * row's lock, this function waits. The wait is usually brief: the lock's holder is mostly a worker that looks for due rows, and such a
 * worker locks leased rows, too. If this function skipped the row instead, no worker would process it before its lease ends.
 */
export const lockDueSubscription = ({ find }: LoadContext, id: string): Promise<LockedSubscription | undefined> =>
  onlyRow(find(dueById, [id]))

/** Until the transaction ends, locks the customer's subscriptions whose balance has credit from known sources (`creditEntries`). */
export const lockSubscriptionsWithCredit = async (
  { db }: LoadContext,
  customerId: string,
): Promise<readonly LockedSubscription[]> =>
  (await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('creditEntries', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()) as unknown as readonly LockedSubscription[]

const lockedById = lookup('subscriptions', ['id'], { lock: 'wait' })

const dueById = lookup('subscriptions', ['id'], {
  where: 'found.due_at <= (select billing_now())',
  lock: 'wait',
})

const onlyRow = async (locked: Promise<readonly SubscriptionRow[]>): Promise<LockedSubscription | undefined> =>
  (await locked)[0] as LockedSubscription | undefined
