import {
  deductCredit,
  owesCredit,
  undoRefundOrDispute,
  type RefundOrDisputeEffect,
  applyRefundOrDispute,
} from './credit.ts'
import { creditElsewhere, entryOf, putBackElsewhere, takeBackMovedCredit } from './credit-elsewhere.ts'
import type { ExpectedSubscription } from './expected-subscription.ts'
import type { WrittenPayment } from './history.ts'
import type { TakenElsewhere } from './known-credit.ts'
import { type Ledger, storeSubscription, recordCoverage } from './ledger.ts'
import { proportionalShare } from './naive-shares.ts'

/**
 * Follows refunds and disputes of a payment. They also take back the credit that came from the money. If the money returns, so does the
 * credit.
 */
export const followRefundsAndDisputes = (ledger: Ledger, payment: WrittenPayment): void => {
  for (const { id, amount, isGone, isCounted } of payment.refundsAndDisputes) {
    const known = ledger.refundsAndDisputes.get(id)
    if (isGone && known === undefined) {
      ledger.refundsAndDisputes.set(id, {
        payment: payment.id,
        subscription: payment.subscription,
        amount,
        taken: null,
        elsewhere: [],
        fate: 'over',
      })
    }
    if (isGone === isCounted) ledger.waiting.delete(id)
    else if (isChangeBeingPaid(ledger, payment)) ledger.waiting.add(id)
    else if (!ledger.waiting.has(id)) ledger.violations.push(`What ${id} withdrew is not counted.`)
    const isTaken = ledger.refundsAndDisputes.get(id)?.taken != null
    if (isCounted && !isTaken) goBack(ledger, payment, id)
    if (!isCounted && isTaken) comeBack(ledger, id)
    if (!isGone && !isCounted) ledger.refundsAndDisputes.delete(id)
  }
}

/** Whether a change or recovery is being paid. Its price already counts on the subscription's credit. */
const isChangeBeingPaid = ({ payments }: Ledger, { subscription }: WrittenPayment): boolean =>
  [...payments.values()].some(
    (it) =>
      it.subscription === subscription &&
      it.status === 'PENDING' &&
      (it.purpose === 'change_plan' || it.purpose === 'recover'),
  )

const goBack = (ledger: Ledger, payment: WrittenPayment, id: string): void => {
  const { subscription } = payment
  const known = ledger.refundsAndDisputes.get(id)!
  const back = known.amount
  const before = subscription === null ? undefined : ledger.all.get(subscription)
  if (before === undefined) return void ledger.refundsAndDisputes.set(id, { ...known, taken: nothing })
  const kept = payment.amount - returnedSumOf(ledger, payment.id) + back
  const places = creditElsewhere(ledger, payment.id, before.id)
  const { it, taken, elsewhere } =
    places.length === 0
      ? { ...applyRefundOrDispute(before, payment.id, { back, kept }), elsewhere: [] }
      : takeEverywhere(ledger, payment.id, { before, places, part: { back, kept } })
  if (taken.ofBalance > 0) recordCoverage(ledger, 'money behind credit went back')
  if (owesCredit(it) && !owesCredit(before)) recordCoverage(ledger, 'credit that was spent is owed')
  if (taken.ofCost > 0) recordCoverage(ledger, 'money of the running period went back')
  const fate = taken.ofCost > 0 || taken.ofPaid > 0 ? ('runs' as const) : ('over' as const)
  ledger.refundsAndDisputes.set(id, { ...known, taken, elsewhere, fate })
  storeSubscription(ledger, it)
}

interface Everywhere {
  readonly before: ExpectedSubscription
  readonly places: readonly TakenElsewhere[]
  readonly part: { readonly back: number; readonly kept: number }
}

/** Takes back the same share of a payment's credit as of its money. The payment's own subscription loses credit last. */
const takeEverywhere = (ledger: Ledger, payment: string, { before, places, part: { back, kept } }: Everywhere) => {
  const all = sumOf(places) + entryOf(before, payment)
  const gone = proportionalShare(all, Math.min(back, kept), kept)
  const elsewhere = takeBackMovedCredit(ledger, payment, places, gone)
  const ofBalance = gone - sumOf(elsewhere)
  return {
    it: deductCredit(before, payment, ofBalance),
    taken: { ...nothing, ofBalance } satisfies RefundOrDisputeEffect,
    elsewhere,
  }
}

const sumOf = (parts: readonly TakenElsewhere[]): number => parts.reduce((sum, { minor }) => sum + minor, 0)

const nothing = { ofBalance: 0, ofCost: 0, ofPaid: 0 }

const comeBack = (ledger: Ledger, id: string): void => {
  const { payment, subscription, taken, elsewhere, fate } = ledger.refundsAndDisputes.get(id)!
  ledger.refundsAndDisputes.delete(id)
  if (subscription === null || !ledger.all.has(subscription) || taken === null) return
  if (taken.ofBalance > 0) recordCoverage(ledger, 'money came back to credit')
  if (fate === 'runs') recordCoverage(ledger, 'money came back to its period')
  if (typeof fate === 'object') recordCoverage(ledger, 'money came back to a period that had become credit')
  const isLost = ledger.payments.get(payment)!.status === 'FAILED'
  if (!isLost) putBackElsewhere(ledger, payment, elsewhere)
  const ofBalance = taken.ofBalance + (isLost ? sumOf(elsewhere) : 0)
  storeSubscription(
    ledger,
    undoRefundOrDispute(ledger.all.get(subscription)!, { id: payment, isLost }, { ...taken, ofBalance }, fate),
  )
}

/** The sum that went back from a payment so far. */
export const returnedSumOf = ({ refundsAndDisputes }: Ledger, payment: string): number =>
  [...refundsAndDisputes.values()].reduce((sum, back) => sum + (back.payment === payment ? back.amount : 0), 0)
