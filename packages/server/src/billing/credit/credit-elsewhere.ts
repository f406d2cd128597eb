import {
  type CustomerCredit,
  restate,
  restore,
  shareOf,
  type TakenCredit,
  type TaxRule,
  withdraw,
  worthOfCredit,
} from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { PaymentRow } from '../../store/rows.ts'
import type { TakenElsewhere } from '../../store/schema/refunds.ts'
import {
  lockExistingSubscription,
  type LockedSubscription,
  lockSubscriptionsWithCredit,
} from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/write.ts'
import { ledgerColumns, ledgerOf, sourceOf } from '../subscriptions/credit-ledger.ts'
import { updateSubscription } from '../subscriptions/record-subscription.ts'
import { paidTaxOf } from '../tax/paid-tax.ts'

/** Where credit is that has left the subscription whose payment is its source. */
type Place =
  | { readonly kind: 'customer'; readonly creditId: string }
  | { readonly kind: 'payment'; readonly creditId: string; readonly spender: string }
  | { readonly kind: 'subscription'; readonly subscription: LockedSubscription }

/** Credit of a payment in one place outside of the payment's own subscription. */
export interface CreditElsewhere extends CustomerCredit {
  readonly place: Place
}

/**
 * Finds and locks the credit of a payment that has left the payment's subscription, in the order in which it is taken back: what the
 * customer has left, what unfinished payments hold, what other subscriptions have received. Credit that was spent on a one-off purchase or
 * on an earlier period is in none of these places. The caller has locked the payment and its subscription.
 */
export const findCreditElsewhere = async (
  work: Write,
  payment: Pick<PaymentRow, 'id' | 'customerId' | 'subscriptionId'>,
): Promise<readonly CreditElsewhere[]> => {
  const source = sourceOf(payment.id)
  // Purchases lock these rows before they take credit, and payments before they spend or return it.
  const credits = await work.db
    .selectFrom('customerCredits')
    .select(['id', 'leftAmount', 'taxRule'])
    .where('sourceKind', '=', source.kind)
    .where('sourceId', '=', source.id)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (credits.length === 0) return []
  const rules = new Map(credits.map(({ id, taxRule }) => [id, taxRule]))
  const held = await findHeld(work, [...rules.keys()])
  return [
    ...credits.map(({ id, leftAmount: leftMinor, taxRule: rule }) => ({
      id,
      source,
      leftMinor,
      rule,
      place: { kind: 'customer', creditId: id } as const,
    })),
    ...held.map(({ creditId, spender, amount, takenBackAmount }) => ({
      id: `${creditId}/${spender}`,
      source,
      leftMinor: amount - takenBackAmount,
      rule: rules.get(creditId) ?? null,
      place: { kind: 'payment', creditId, spender } as const,
    })),
    ...(await findReceived(work, payment)),
  ].filter(({ leftMinor }) => leftMinor > 0)
}

/** What payments hold whose outcome is unknown, or whose money is not captured yet. */
const findHeld = ({ db }: Write, creditIds: readonly string[]) =>
  db
    .selectFrom('customerCreditUses as use')
    .innerJoin('payments as payment', 'payment.id', 'use.spender')
    .select(['use.creditId', 'use.spender', 'use.amount', 'use.takenBackAmount'])
    .where('use.creditId', 'in', creditIds)
    .where('use.returnedAt', 'is', null)
    .where('payment.paymentStatus', 'in', ['PENDING', 'AUTHORIZED'])
    .orderBy('use.spender')
    .orderBy('use.creditId')
    .execute()

const findReceived = async (
  work: Write,
  { id, customerId, subscriptionId }: Pick<PaymentRow, 'id' | 'customerId' | 'subscriptionId'>,
): Promise<readonly CreditElsewhere[]> => {
  const source = sourceOf(id)
  const others = (await lockSubscriptionsWithCredit(work, customerId)).filter((other) => other.id !== subscriptionId)
  return Promise.all(
    others.map(async (subscription) => ({
      id: subscription.id,
      source,
      leftMinor: (subscription.creditEntries ?? []).find((entry) => entry.source.id === id)?.minor ?? 0,
      rule: await paidTaxOf(work.db, subscription),
      place: { kind: 'subscription', subscription } as const,
    })),
  )
}

/** Takes credit back from where it is, as `takings` say, and returns what was taken, so that it can be restored. */
export const takeElsewhere = (
  work: Write,
  places: readonly CreditElsewhere[],
  takings: readonly TakenCredit[],
): readonly TakenElsewhere[] => {
  const placeOf = new Map(places.map((place) => [place.id, place]))
  return takings.flatMap(({ id, minor }) => {
    const found = placeOf.get(id)
    return found === undefined || minor === 0 ? [] : [takeFrom(work, found, minor)]
  })
}

const takeFrom = (work: Write, { place, source, leftMinor, rule }: CreditElsewhere, minor: number): TakenElsewhere => {
  switch (place.kind) {
    case 'customer':
      moveTakenBack(work, place.creditId, minor)
      return { ...place, minor }
    case 'payment':
      holdBack(work, place, minor)
      return { ...place, minor }
    case 'subscription': {
      const { subscription } = place
      const { ledger } = withdraw(ledgerOf(subscription), { source, minor, keptMinor: leftMinor, paysPeriod: false })
      updateSubscription(work, subscription, ledgerColumns(ledger))
      const { id: subscriptionId, currentPeriodStart: periodStart } = subscription
      return { kind: 'subscription', subscriptionId, minor, periodStart, rule }
    }
  }
}

/**
 * Puts credit back where a refund or a dispute took it. What a payment held is the customer's if that payment bought nothing, and its
 * subscription's if it bought one. Credit that has been spent on a one-off purchase since stays spent.
 */
export const restoreElsewhere = async (
  work: Write,
  payment: Pick<PaymentRow, 'id'>,
  parts: readonly TakenElsewhere[],
): Promise<void> => {
  const creditIds = parts.flatMap((part) => (part.kind === 'subscription' ? [] : [part.creditId]))
  await lockCredits(work, creditIds)
  for (const part of parts) await restorePart(work, payment, part)
}

const lockCredits = async ({ db }: Write, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db
    .selectFrom('customerCredits')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute()
}

const restorePart = async (work: Write, payment: Pick<PaymentRow, 'id'>, part: TakenElsewhere): Promise<void> => {
  if (part.kind === 'customer') return moveTakenBack(work, part.creditId, -part.minor)
  if (part.kind === 'subscription') return restoreToOther(work, payment, part)
  const use = await findUse(work, part)
  if (use.returnedAt !== null) return moveTakenBack(work, part.creditId, -part.minor)
  holdBack(work, part, -part.minor)
  if (use.paymentStatus === 'PENDING' || use.paymentStatus === 'AUTHORIZED' || use.subscriptionId === null) return
  const minor = shareOf(use.worthAmount, part.minor, use.amount)
  await restoreToOther(work, payment, { subscriptionId: use.subscriptionId, minor })
}

/** What credit that was taken elsewhere is worth under a tax rule, in minor units. */
export const worthOfTaken = async (
  work: Write,
  parts: readonly TakenElsewhere[],
  to: TaxRule | null,
): Promise<number> => {
  const rules = await loadRules(
    work,
    parts.flatMap((part) => (part.kind === 'subscription' ? [] : [part.creditId])),
  )
  return parts.reduce((sum, part) => {
    const from = part.kind === 'subscription' ? part.rule : (rules.get(part.creditId) ?? null)
    return sum + restate(part.minor, from, to)
  }, 0)
}

const loadRules = async ({ db }: Write, ids: readonly string[]): Promise<ReadonlyMap<string, TaxRule | null>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('customerCredits').select(['id', 'taxRule']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, taxRule }) => [id, taxRule]))
}

/**
 * Takes all credit of a payment back that has left the payment's subscription, because its money never arrived. Returns what it is worth
 * under a tax rule, in minor units.
 */
export const takeAllElsewhere = async (
  work: Write,
  payment: Pick<PaymentRow, 'id' | 'customerId' | 'subscriptionId'>,
  to: TaxRule | null,
): Promise<number> => {
  const places = await findCreditElsewhere(work, payment)
  takeElsewhere(
    work,
    places,
    places.map(({ id, source, leftMinor: minor }) => ({ id, source, minor, worthMinor: minor })),
  )
  return worthOfCredit(places, to)
}

const findUse = ({ db }: Write, { creditId, spender }: Extract<TakenElsewhere, { kind: 'payment' }>) =>
  db
    .selectFrom('customerCreditUses as use')
    .innerJoin('payments as payment', 'payment.id', 'use.spender')
    .select(['use.amount', 'use.worthAmount', 'use.returnedAt', 'payment.paymentStatus', 'payment.subscriptionId'])
    .where('use.creditId', '=', creditId)
    .where('use.spender', '=', spender)
    .executeTakeFirstOrThrow()

/** Credit of another subscription. Without a rule it is counted as the subscription counts now. */
type ForOther = Pick<Extract<TakenElsewhere, { kind: 'subscription' }>, 'subscriptionId' | 'minor'> &
  Partial<Pick<Extract<TakenElsewhere, { kind: 'subscription' }>, 'rule'>>

const restoreToOther = async (
  work: Write,
  { id }: Pick<PaymentRow, 'id'>,
  { subscriptionId, minor, rule }: ForOther,
): Promise<void> => {
  const subscription = await lockExistingSubscription(work, subscriptionId)
  const now = await paidTaxOf(work.db, subscription)
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription
  const ledger = restore(ledgerOf(subscription), {
    source: sourceOf(id),
    withdrawn: { costMinor: 0, balanceMinor: rule === undefined ? minor : restate(minor, rule, now) },
    period: { start, end },
    leftAt: null,
    isPeriodPaid: true,
  })
  updateSubscription(work, subscription, ledgerColumns(ledger))
}

/** Moves so much of a credit from what is left to what was taken back, or the other way if it is negative. */
const moveTakenBack = ({ db, send }: Write, creditId: string, minor: number): void =>
  send(
    db
      .updateTable('customerCredits')
      .set({
        leftAmount: sql`left_amount - ${minor}::bigint`,
        takenBackAmount: sql`taken_back_amount + ${minor}::bigint`,
      })
      .where('id', '=', creditId),
  )

/** Notes that so much more of what a payment holds is taken back when the payment ends. */
const holdBack = (
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
