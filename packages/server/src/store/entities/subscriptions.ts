import { required } from '@billing-checkout/domain'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { lookup } from '../queries/lookup.ts'
import type { PaymentRow, SubscriptionRow } from '../rows.ts'
import type { LoadContext } from '../writes/write.ts'

declare const lockedHere: unique symbol

/**
 * A subscription whose row this transaction holds locked, so that it cannot change until the transaction ends. Only the locking functions
 * in this file make one. Code that opens a claim or a charge, or changes a subscription, requires it. A quote made on an unlocked row leads
 * to double charges (DECISIONS 56).
 */
export type LockedSubscription = SubscriptionRow & { readonly [lockedHere]: true }

/** One subscription, to present it or to learn whose it is. Nothing may be charged by it. */
export const loadSubscription = async (db: OrganizationDatabase, id: string): Promise<SubscriptionRow | undefined> =>
  (await withId(db, id))[0]

const withId = compiledForOrganizations((db: OrganizationDatabase, id: string) =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id),
)

/** One subscription, locked until the transaction ends. */
export const lockSubscription = ({ find }: LoadContext, id: string): Promise<LockedSubscription | undefined> =>
  onlyRow(find(lockedById, [id]))

/** One subscription that another row names, locked until the transaction ends. */
export const lockExistingSubscription = async (context: LoadContext, id: string): Promise<LockedSubscription> =>
  required(await lockSubscription(context, id), 'subscription', id)

/** The subscription of a payment that has one, locked until the transaction ends. */
export const lockSubscriptionOf = (
  context: LoadContext,
  { id, subscriptionId }: Pick<PaymentRow, 'id' | 'subscriptionId'>,
): Promise<LockedSubscription> =>
  lockExistingSubscription(context, required(subscriptionId, 'subscription of payment', id))

/**
 * One subscription that is due, locked until the transaction ends; `undefined` if it is no longer due. It waits for the row's lock. A
 * worker that looks for due rows briefly locks those that another worker has just leased. If a locked row were skipped for that, it would
 * wait until its lease is over.
 */
export const lockDueSubscription = ({ find }: LoadContext, id: string): Promise<LockedSubscription | undefined> =>
  onlyRow(find(dueById, [id]))

/** The subscriptions of a customer whose balance has credit with sources, locked until the transaction ends. */
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
