import { putBack, takeBack } from './credit.ts'
import type { WrittenPayment } from './history.ts'
import { type Ledger, put, reach } from './ledger.ts'

/** Refunds and disputes of a payment: money that went back takes its credit along, and returns it if the money returns. */
export const followBacks = (ledger: Ledger, payment: WrittenPayment): void => {
  for (const { id, amount, isGone, isCounted } of payment.backs) {
    const known = ledger.backs.get(id)
    if (isGone && known === undefined) {
      ledger.backs.set(id, {
        payment: payment.id,
        subscription: payment.subscription,
        amount,
        taken: null,
        fate: 'over',
      })
    }
    if (isGone === isCounted) ledger.waiting.delete(id)
    else if (isChangeBeingPaid(ledger, payment)) ledger.waiting.add(id)
    else if (!ledger.waiting.has(id)) ledger.violations.push(`What ${id} withdrew is not counted.`)
    const isTaken = ledger.backs.get(id)?.taken != null
    if (isCounted && !isTaken) goBack(ledger, payment, id)
    if (!isCounted && isTaken) comeBack(ledger, id)
    if (!isGone && !isCounted) ledger.backs.delete(id)
  }
}

/** Whether a change or a recovery is being paid, which counts on what its subscription has. */
const isChangeBeingPaid = ({ payments }: Ledger, { subscription }: WrittenPayment): boolean =>
  [...payments.values()].some(
    (it) =>
      it.subscription === subscription &&
      it.status === 'PENDING' &&
      (it.purpose === 'change_plan' || it.purpose === 'recover'),
  )

const goBack = (ledger: Ledger, payment: WrittenPayment, id: string): void => {
  const { subscription } = payment
  const known = ledger.backs.get(id)!
  const back = known.amount
  const before = subscription === null ? undefined : ledger.all.get(subscription)
  if (before === undefined) return void ledger.backs.set(id, { ...known, taken: nothing })
  const kept = payment.amount - goneOf(ledger, payment.id) + back
  const { it, taken } = takeBack(before, payment.id, { back, kept })
  if (taken.ofBalance > 0) reach(ledger, 'money behind credit went back')
  if (it.owesCredit && !before.owesCredit) reach(ledger, 'credit that was spent is owed')
  if (taken.ofCost > 0) reach(ledger, 'money of the running period went back')
  const fate = taken.ofCost > 0 || taken.ofPaid > 0 ? ('runs' as const) : ('over' as const)
  ledger.backs.set(id, { ...known, taken, fate })
  put(ledger, it)
}

const nothing = { ofBalance: 0, ofCost: 0, ofPaid: 0 }

const comeBack = (ledger: Ledger, id: string): void => {
  const { payment, subscription, taken, fate } = ledger.backs.get(id)!
  ledger.backs.delete(id)
  const it = subscription === null ? undefined : ledger.all.get(subscription)
  if (it === undefined || taken === null) return
  if (taken.ofBalance > 0) reach(ledger, 'money came back to credit')
  if (fate === 'runs') reach(ledger, 'money came back to its period')
  if (typeof fate === 'object') reach(ledger, 'money came back to a period that had become credit')
  put(ledger, putBack(it, payment, taken, fate))
}

/** The sum that went back of a payment until now. */
export const goneOf = ({ backs }: Ledger, payment: string): number =>
  [...backs.values()].reduce((sum, back) => sum + (back.payment === payment ? back.amount : 0), 0)
