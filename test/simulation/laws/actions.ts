import { Problem, type SessionMembers } from '@billing-checkout/contract'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { changeSubscription } from '#server/billing/charge/change-subscription.ts'
import { changeOwnSubscription } from '#server/billing/portal/change-own-subscription.ts'
import { charge } from '#server/billing/charge/charge.ts'
import { refund } from '#server/billing/charge/refund.ts'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { openSession } from '#server/billing/sessions/open-session.ts'
import { readCheckout } from '#server/billing/checkout/read-checkout.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import { refundElsewhere } from '#server/processors/sandbox/ledger/refund-elsewhere.ts'
import type { Mode } from '../subscribers/expected-changes.ts'
import type { BankBehavior } from './bank.ts'
import type { LawShop } from './law-shop.ts'
import { readStatement, type StatementPayment } from './statement.ts'

/**
 * How money goes back: by the merchant's refund, by a refund that an employee makes at the processor, or by a dispute that the payer's
 * bank decides.
 */
export const moneyReturnKinds = ['merchant', 'found', 'lost dispute'] as const
/** One way in which money goes back. */
export type MoneyReturnKind = (typeof moneyReturnKinds)[number]

/** An action on one customer's subscription. `plan` and `discount` are positions in the shop's lists. */
export type LifeAction =
  | { readonly kind: 'subscribe'; readonly plan: number; readonly discount?: number }
  | { readonly kind: 'change'; readonly plan: number; readonly mode: Mode }
  /** The merchant changes the plan without a charge: now, or at the end of the period. */
  | { readonly kind: 'switch' | 'schedule'; readonly plan: number }
  /** Revokes a scheduled change. */
  | { readonly kind: 'undo' }
  /** `payment` is a position among the customer's payments, 0 for the oldest; `amount` is in minor units. */
  | { readonly kind: 'send back'; readonly payment: number; readonly amount: number; readonly way: MoneyReturnKind }
  /** Sends back a percentage of the refundable part of one of the latest payments. */
  | {
      readonly kind: 'send back a share'
      readonly latest: number
      readonly percent: number
      readonly way: MoneyReturnKind
    }
  | { readonly kind: 'ask'; readonly status: 'active' | 'cancelled' | 'scheduled_for_cancellation' }
  | { readonly kind: 'recover' }
  | { readonly kind: 'bank'; readonly mood: BankBehavior }
  /** The latest unsettled payment's money never arrives. */
  | { readonly kind: 'lose money' }
  | { readonly kind: 'fall silent' }
  /** The processor reports the outcomes of charges that it withheld while it was silent. */
  | { readonly kind: 'speak' }

/** `done`, a payment's status, the error code of a refusal, or words that say why the action is impossible. */
export type ActionResult = 'done' | string

/** Performs an action for a customer. A refusal is returned, never thrown. */
export const performAction = async (shop: LawShop, customer: string, action: LifeAction): Promise<ActionResult> => {
  try {
    return (await perform(shop, customer, action)) ?? 'done'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

const perform = async (shop: LawShop, customer: string, action: LifeAction): Promise<ActionResult | void> => {
  const { billing, bank, plans } = shop
  switch (action.kind) {
    case 'subscribe':
      return pay(shop, {
        customer: { id: customer },
        plan: { id: plans[action.plan]! },
        ...(action.discount !== undefined && { discount: { id: shop.discounts[action.discount]! } }),
      })
    case 'bank':
      return void bank.moods.set(customer, action.mood)
    case 'fall silent':
      return void bank.silent.add(customer)
    case 'speak':
      bank.silent.delete(customer)
      return void (await completeAttempts(billing, { concurrency: 1, awaitingRetry: true, aheadSeconds: 3600 }))
    default:
  }
  const { id, payments } = await readStatement(shop, customer)
  if (id === null) return 'no subscription'
  switch (action.kind) {
    case 'change':
      return change(shop, { customer, id, planId: plans[action.plan]!, mode: action.mode })
    case 'ask':
      return void (await changeSubscription(billing, shop.call(), id, { status: action.status }))
    case 'switch':
      return void (await changeSubscription(billing, shop.call(), id, { plan: { id: plans[action.plan]! } }))
    case 'schedule': {
      const planId = plans[action.plan]!
      return void (await changeSubscription(billing, shop.call(), id, { plan: { id: planId }, atPeriodEnd: true }))
    }
    case 'undo':
      return void (await changeSubscription(billing, shop.call(), id, { undoesScheduled: true }))
    case 'recover':
      return pay(shop, { customer: { id: customer }, subscription: { id } })
    case 'lose money': {
      const latest = payments.findLast(({ status, amount }) => status === 'SETTLING' && amount > 0)
      return latest?.transaction ? void bank.lost.add(latest.transaction) : 'nothing to lose'
    }
    case 'send back':
      return sendBack(shop, payments[action.payment], action)
    case 'send back a share': {
      const paid = payments.filter(({ status, refundable }) => status.startsWith('SETTL') && refundable > 0)
      const payment = paid[paid.length - 1 - (action.latest % Math.max(paid.length, 1))]
      const amount = refundableShareOf(payment?.refundable ?? 0, action.percent, shop.currency)
      return sendBack(shop, payment, { amount, way: action.way })
    }
  }
}

/** A share of a payment's refundable amount, rounded up to an amount that the sandbox can refund. */
export const refundableShareOf = (refundable: number, percent: number, currency: LawShop['currency']): number => {
  const amount = Math.ceil((refundable * percent) / 100)
  return currency === 'LYD' ? Math.ceil(amount / 10) * 10 : amount
}

const pay = async ({ billing, call }: LawShop, body: Parameters<typeof charge>[2]): Promise<ActionResult> => {
  const { payment_status: status } = await charge(billing, call(), body)
  return status
}

interface Change {
  readonly customer: string
  readonly id: string
  readonly planId: string
  readonly mode: Mode
}

/** Changes the plan at the checkout, with the stored card if something is due. */
const change = async (shop: LawShop, { customer, id, planId, mode }: Change): Promise<ActionResult | void> => {
  const { billing } = shop
  const members: SessionMembers = {
    customer: { id: customer },
    plan: { id: planId },
    subscription: { id, proration_billing_mode: mode },
  }
  const { id: sessionId } = await openSession(billing, shop.call(), members)
  const seen = await readCheckout(billing, {
    sessionId,
    locale: undefined,
    acceptLanguage: undefined,
    admit: (_, show) => show(),
  })
  const { quote, locale, now, consent, payment_methods: methods } = seen
  if (quote === null || seen.purpose !== 'change_plan') return `the checkout is for ${seen.purpose}`
  const expected = { ...quote.due_now, quote: quote.hash }
  const call: CallerContext = { ...shop.call(), principal: { kind: 'widget', sessionId } }
  const agreed = { text: 'I agree.', locale, version: consent.version, at: now.wall }
  if (quote.due_now.amount === 0) {
    const body = { subscription: { id }, plan: { id: planId }, expected, consent: agreed }
    return void (await changeOwnSubscription(billing, call, sessionId, body))
  }
  const { payment_status: status } = await charge(billing, call, {
    payment_method: { id: methods[0]!.id },
    expected,
    consent: agreed,
  })
  return status
}

interface MoneyBack {
  readonly amount: number
  readonly way: MoneyReturnKind
}

const sendBack = async (
  shop: LawShop,
  payment: StatementPayment | undefined,
  { amount, way }: MoneyBack,
): Promise<ActionResult | void> => {
  const { billing, bank } = shop
  if (payment === undefined || payment.transaction === null) return 'no payment'
  const transactionId = payment.transaction
  if (way === 'merchant') return void (await refund(billing, shop.call(), payment.id, { amount }))
  const currency = shop.currency
  if (way === 'found') {
    const at = new Date(shop.now()).toISOString()
    const outcome = await refundElsewhere(billing.database, { transactionId, amount, currency, at })
    if (outcome.kind !== 'approved') return 'the processor refuses'
  } else {
    const disputeId = `dispute of ${transactionId}`
    if (bank.disputes.has(disputeId)) return 'disputed before'
    const about = { disputeId, transactionId, amount, currency, reason: 'fraudulent', evidenceDueAt: null } as const
    bank.disputes.set(disputeId, { ...about, status: 'needs_response' })
    await importProcessorNews(billing, true)
    bank.disputes.set(disputeId, { ...about, status: 'lost' })
  }
  await importProcessorNews(billing, true)
}
