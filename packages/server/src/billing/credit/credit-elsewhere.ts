import {
  type CustomerCredit,
  type ReturnedMoney,
  proportionalShare,
  type CreditAllocation,
  type TaxRule,
  deductFromLedger,
  valueOfCredit,
} from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { PaymentRow } from '../../store/rows.ts'
import type { MovedCreditReduction } from '../../store/schema/refunds.ts'
import { type LockedSubscription, lockSubscriptionsWithCredit } from '../../store/entities/subscriptions.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { ledgerColumns, ledgerOf, sourceOf } from '../subscriptions/credit-ledger.ts'
import { updateSubscription } from '../subscriptions/record-subscription-event.ts'

/** Where the credit from a payment is, after it has left the payment's own subscription. */
type Place =
  | { readonly kind: 'customer'; readonly creditId: string }
  | { readonly kind: 'payment' | 'purchase'; readonly creditId: string; readonly spender: string }
  | { readonly kind: 'subscription'; readonly subscription: LockedSubscription }

/** Credit from a payment, in one place outside the payment's own subscription. */
export interface CreditElsewhere extends CustomerCredit {
  readonly place: Place
}

/** A payment's credit that has left the payment's subscription and is not yet spent for good. */
export interface CreditPlaces {
  /** Credit that can be taken back, in this order: from the customer, from payments for subscriptions, from other subscriptions. */
  readonly reclaimable: readonly CreditElsewhere[]
  /**
   * Credit spent by one-off purchases whose money has not settled yet. The purchases keep this credit. If such a purchase fails, the part
   * recorded as taken back is not returned to the customer.
   */
  readonly heldByPurchases: readonly CreditElsewhere[]
}

/**
 * Takes the locks that keep a payment's credit from moving: the advisory lock on the customer, which every move or use of the customer's
 * credit takes, and the rows of the customer's subscriptions that have credit. The caller takes these locks before it locks any credit row,
 * because payments lock their subscription first.
 */
export const lockCredit = async (
  work: Write,
  payment: Pick<PaymentRow, 'customerId' | 'subscriptionId'>,
): Promise<void> => {
  await Promise.all([lockNames(work, lockNamesOf(payment)), lockSubscriptionsWithCredit(work, payment.customerId)])
}

/** Whether credit from a payment has ever moved to its customer. */
export const hasCreditMoved = async ({ db }: Write, { id }: Pick<PaymentRow, 'id'>): Promise<boolean> => {
  const credit = await db
    .selectFrom('customerCredits')
    .select('id')
    .where('sourceKind', '=', 'payment')
    .where('sourceId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return credit !== undefined
}

/**
 * Finds and locks the part of a payment's credit that has left the payment's subscription. Credit spent on an earlier period or a settled
 * purchase is not found. The caller has called {@link lockCredit} and has locked the payment and its subscription.
 */
export const findCreditElsewhere = async (
  work: Write,
  payment: Pick<PaymentRow, 'id' | 'customerId' | 'subscriptionId'>,
): Promise<CreditPlaces> => {
  const source = sourceOf(payment.id)
  // Lock the rows, because purchases and payments also lock them before they spend or return credit.
  const credits = await work.db
    .selectFrom('customerCredits')
    .select(['id', 'leftAmount', 'taxRule'])
    .where('sourceKind', '=', source.kind)
    .where('sourceId', '=', source.id)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (credits.length === 0) return { reclaimable: [], heldByPurchases: [] }
  const rules = new Map(credits.map(({ id, taxRule }) => [id, taxRule]))
  const held = (await findHeldByPayments(work, [...rules.keys()])).map(
    ({ creditId, spender, amount, takenBackAmount, purpose }): CreditElsewhere => ({
      id: `${creditId}/${spender}`,
      source,
      leftMinor: amount - takenBackAmount,
      rule: rules.get(creditId) ?? null,
      place: { kind: purpose === 'pay' ? 'purchase' : 'payment', creditId, spender },
    }),
  )
  const reclaimable = [
    ...credits.map(({ id, leftAmount: leftMinor, taxRule: rule }) => ({
      id,
      source,
      leftMinor,
      rule,
      place: { kind: 'customer', creditId: id } as const,
    })),
    ...held.filter(({ place }) => place.kind === 'payment'),
    ...(await findInOtherSubscriptions(work, payment)),
  ]
  return {
    reclaimable: reclaimable.filter(({ leftMinor }) => leftMinor > 0),
    heldByPurchases: held.filter(({ place, leftMinor }) => place.kind === 'purchase' && leftMinor > 0),
  }
}

/** Credit held by payments that may still fail: pending payments, and one-off purchases until their money has settled. */
const findHeldByPayments = ({ db }: Write, creditIds: readonly string[]) =>
  db
    .selectFrom('customerCreditUses as use')
    .innerJoin('payments as payment', 'payment.id', 'use.spender')
    .select(['use.creditId', 'use.spender', 'use.amount', 'use.takenBackAmount', 'payment.purpose'])
    .where('use.creditId', 'in', creditIds)
    .where('use.returnedAt', 'is', null)
    .where('payment.paymentStatus', 'in', ['PENDING', 'AUTHORIZED', 'SETTLING'])
    .where(({ eb, or }) => or([eb('payment.purpose', '=', 'pay'), eb('payment.paymentStatus', '=', 'PENDING')]))
    .orderBy('use.spender')
    .orderBy('use.creditId')
    .execute()

/** The payment's credit that is now in other subscriptions of the customer. */
const findInOtherSubscriptions = async (
  work: Write,
  { id, customerId, subscriptionId }: Pick<PaymentRow, 'id' | 'customerId' | 'subscriptionId'>,
): Promise<readonly CreditElsewhere[]> => {
  const source = sourceOf(id)
  const others = (await lockSubscriptionsWithCredit(work, customerId)).filter((other) => other.id !== subscriptionId)
  return others.map((subscription) => ({
    id: subscription.id,
    source,
    leftMinor: (subscription.creditEntries ?? []).find((entry) => entry.source.id === id)?.minor ?? 0,
    rule: subscription.paidTax,
    place: { kind: 'subscription', subscription } as const,
  }))
}

/**
 * For each one-off purchase that spent credit, the part of this credit to record as taken back. The part is the credit times `minor` /
 * `keptMinor`, and at most all of the credit.
 */
export const spentCreditToTakeBack = (
  spent: readonly CreditElsewhere[],
  { minor, keptMinor }: ReturnedMoney,
): readonly CreditAllocation[] =>
  spent.map(({ id, source, leftMinor }) => {
    const share = proportionalShare(leftMinor, Math.min(minor, keptMinor), keptMinor)
    return { id, source, minor: share, worthMinor: share }
  })

/**
 * Takes credit back from its places, in the amounts of `takings`. Returns what was taken from each place, so that the credit can be
 * restored.
 */
export const takeBackMovedCredit = (
  work: Write,
  places: readonly CreditElsewhere[],
  takings: readonly CreditAllocation[],
): readonly MovedCreditReduction[] => {
  const placeOf = new Map(places.map((place) => [place.id, place]))
  return takings.flatMap(({ id, minor }) => {
    const found = placeOf.get(id)
    return found === undefined || minor === 0 ? [] : [takeFrom(work, found, minor)]
  })
}

const takeFrom = (
  work: Write,
  { place, source, leftMinor, rule }: CreditElsewhere,
  minor: number,
): MovedCreditReduction => {
  switch (place.kind) {
    case 'customer':
      moveToTakenBackAmount(work, place.creditId, minor)
      return { ...place, minor }
    case 'payment':
    case 'purchase':
      addToHeldTakenBackAmount(work, place, minor)
      return { ...place, minor }
    case 'subscription': {
      const { subscription } = place
      const { ledger } = deductFromLedger(ledgerOf(subscription), {
        source,
        minor,
        keptMinor: leftMinor,
        paysPeriod: false,
      })
      updateSubscription(work, subscription, ledgerColumns(ledger))
      const { id: subscriptionId, currentPeriodStart: periodStart } = subscription
      return { kind: 'subscription', subscriptionId, minor, periodStart, rule }
    }
  }
}

/**
 * Takes back all of a payment's credit that has left the payment's subscription, because the payment's money never arrived. Returns the
 * value of this credit under the tax rule `to`, in minor units. Credit spent on one-off purchases stays spent, because the subscription
 * owes the price of the failed payment again.
 */
export const takeBackAllMovedCredit = async (
  work: Write,
  payment: Pick<PaymentRow, 'id' | 'customerId' | 'subscriptionId'>,
  to: TaxRule | null,
): Promise<number> => {
  const { reclaimable: places } = await findCreditElsewhere(work, payment)
  takeBackMovedCredit(
    work,
    places,
    places.map(({ id, source, leftMinor: minor }) => ({ id, source, minor, worthMinor: minor })),
  )
  return valueOfCredit(places, to)
}

/** Moves an amount from a credit's remaining amount to its taken-back amount; a negative amount moves it back. */
export const moveToTakenBackAmount = ({ db, send }: Write, creditId: string, minor: number): void =>
  send(
    db
      .updateTable('customerCredits')
      .set({
        leftAmount: sql`left_amount - ${minor}::bigint`,
        takenBackAmount: sql`taken_back_amount + ${minor}::bigint`,
      })
      .where('id', '=', creditId),
  )

/**
 * Adds `minor` to the part of a payment's held credit that will be taken back when the payment ends; a negative amount lowers this part.
 */
export const addToHeldTakenBackAmount = (
  { db, send }: Write,
  { creditId, spender }: { readonly creditId: string; readonly spender: string },
  minor: number,
): void =>
  send(
    db
      .updateTable('customerCreditUses')
      .set({ takenBackAmount: sql`taken_back_amount + ${minor}::bigint` })
      .where('creditId', '=', creditId)
      .where('spender', '=', spender),
  )
