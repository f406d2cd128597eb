import type { PaymentStatus } from '@billing-checkout/contract'
import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { BookedAttempt, BookedPayment, Books } from './books.ts'
import { violationsOfAuthentication } from './violations-of-authentication.ts'
import { violationsOfCharges } from './violations-of-charges.ts'
import { violationsOfCredit } from './violations-of-credit.ts'
import { violationsOfDeferredWork } from './violations-of-deferred.ts'
import { violationsOfTax } from './violations-of-tax.ts'

/** Violations in the books at this time, a sentence each. There must be none, at any time and whatever happened. */
export const violationsOfBooks = (books: Books): readonly string[] => [
  ...books.payments.flatMap((payment) => violationsOfPayment(books, payment)),
  ...violationsOfRefunds(books),
  ...violationsOfTax(books),
  ...violationsOfCredit(books),
  ...violationsOfAuthentication(books),
  ...violationsOfEvents(books),
  ...violationsOfReplay(books),
  ...violationsOfKeys(books),
  ...violationsOfObligations(books),
  ...violationsOfDeferredWork(books),
  ...repeated('A claim is unfinished or paid twice', books.payments.filter(isOpenOrPaid), ({ claim }) => claim),
  ...repeated('A session is unfinished or paid twice', books.payments.filter(isOpenOrPaid), ({ session }) => session),
  ...repeated(
    'A customer has two unfinished payments for a plan',
    books.payments.filter(isOpen),
    ({ customer, plan }) => `${customer} ${plan}`,
  ),
  ...repeated('A request made two payments', books.payments, ({ request }) => request),
  // A client states its request's key as the refund's reason, so refunds made by one request have the same `request`.
  ...repeated(
    'A request made two refunds',
    // If a refund of a part leaves another part owed, that part is a separate obligation.
    books.refunds.filter(({ status, payment }) => status !== 'failed' && countOwed(books, payment) < 2),
    ({ payment, request }) => request && `${payment} ${request}`,
  ),
  ...repeated('A period is unfinished or paid twice', books.payments.filter(isOpenOrPaid), ({ subscription, period }) =>
    period === null ? null : `${subscription} from ${period}`,
  ),
  ...repeated(
    'A customer has two live subscriptions to a plan',
    books.subscriptions.filter(({ status }) => status !== 'cancelled'),
    ({ customer, plan }) => `${customer} ${plan}`,
  ),
]

/** If the payment of a request has no open attempt, the request's answer must be stored, so that the server can repeat it. */
const violationsOfKeys = ({ keys, attempts }: Books): string[] =>
  keys
    .filter(({ payment, isAnswered }) => payment !== null && !isAnswered && !hasOpenAttempt(attempts, payment))
    .map(({ key, payment }) => `Key ${key} stands for payment ${payment}, and nobody remembers what was answered.`)

/** An obligation must not be closed while the money is still owed. */
const violationsOfObligations = ({ obligations, payments }: Books): string[] =>
  obligations
    .filter(({ state }) => state === 'closed')
    .filter(({ payment }) => payments.some(({ id, status }) => id === payment && status !== 'FAILED'))
    .map(({ kind, payment }) => `The ${kind} of payment ${payment} is not owed any more, though its money came.`)

const hasOpenAttempt = (attempts: readonly BookedAttempt[], id: string): boolean =>
  attempts.some(({ payment, state }) => payment === id && state === 'open')

/** Violations once every call has its outcome: nothing may be open, except refunds whose outcome the processor reports later. */
export const violationsOfFinishedCalls = (books: Books): readonly string[] => [
  ...books.payments.filter(isOpen).map(({ id }) => `Payment ${id} is PENDING for good.`),
  ...books.refunds
    .filter(({ status, transaction }) => status === 'pending' && transaction === null)
    .map(({ id }) => `Refund ${id} has no outcome.`),
  ...books.attempts
    .filter(({ state }) => state === 'open')
    .map(({ reference }) => `Attempt ${reference} is open for longer than it is asked about.`),
  ...books.obligations
    .filter(({ state }) => state === 'open')
    .map(({ kind, payment }) => `The ${kind} of payment ${payment} is owed for good.`),
  ...violationsOfTotals(books),
]

/** Violations that are left once everything is finished: nothing may be open, and both sides must have moved the same money. */
export const violationsOfFinishedBooks = (books: Books): readonly string[] => [
  ...violationsOfFinishedCalls(books),
  ...books.refunds
    .filter(
      ({ id, status }) =>
        status === 'succeeded' && books.attempts.some((it) => it.refund === id && it.ledger?.isTakenBack),
    )
    .map(({ id }) => `Refund ${id} is succeeded, though it was taken back.`),
  ...books.refunds.filter(({ status }) => status === 'pending').map(({ id }) => `Refund ${id} is pending for good.`),
]

const isOpen = ({ status }: { readonly status: PaymentStatus }): boolean => status === 'PENDING'
const isOpenOrPaid = (payment: BookedPayment): boolean => isOpen(payment) || isAuthorizedOrCaptured(payment.status)

/** A payment's status must agree with the ledger: it must not be paid too early, nor failed although it was charged. */
const violationsOfPayment = (
  { attempts, obligations, payments }: Books,
  { id, status, amount, currency, ...payment }: BookedPayment,
): string[] => {
  if (payment.lines !== amount) return [`Payment ${id} of ${amount} has lines that sum to ${payment.lines}.`]
  const own = attempts.filter((attempt) => attempt.payment === id && attempt.kind !== 'refund')
  if (own.length === 0 && amount === 0 && payment.method === null)
    return isAuthorizedOrCaptured(status) ? [] : [`Payment ${id} is ${status}, but nothing was due.`]
  const charges = own.filter(({ kind }) => kind === 'authorize' || kind === 'verify')
  const movements = own.filter(({ kind }) => kind === 'capture' || kind === 'void')
  const approved = charges.filter(isApproved)
  const taken = own.filter(tookMoney)
  const violations = [...violationsOfCharges({ id, status }, charges)]
  if (taken.length > 1) violations.push(`Payment ${id} was charged ${taken.length} times.`)
  // If the processor charged another amount under the reference, there are three valid ends: that amount is booked, the excess goes back,
  // or the payment fails and the whole amount goes back.
  const isSumOwed = (sum: number) =>
    sum <= 0 || obligations.some((it) => it.payment === id && !it.isCounted && it.amount === sum)
  const goesBack = (sum: number) => (status === 'FAILED' || status === 'DECLINED') && isSumOwed(sum)
  const isOther = ({ kind, state, ledger }: BookedAttempt) => {
    const sum = ledger!.amount
    if (state === 'open' || sum === (payment.collected ?? amount) || goesBack(sum)) return false
    // If too much is authorized but not captured, nothing has to go back, because at most the requested amount is captured.
    return sum < amount || !(isSumOwed(sum - amount) || (kind === 'authorize' && !ledger!.captured))
  }
  for (const attempt of [...approved, ...taken]) {
    const { ledger } = attempt
    if (isOther(attempt) || ledger!.currency !== currency)
      violations.push(`Payment ${id} of ${amount} ${currency} was charged ${ledger!.amount} ${ledger!.currency}.`)
  }
  const isTaken = taken.length > 0 || (amount === 0 && approved.length > 0)
  if ((status === 'SETTLING' || status === 'SETTLED') && !isTaken)
    violations.push(`Payment ${id} is ${status}, but the ledger has no charge.`)
  if (status === 'AUTHORIZED' && approved.length === 0)
    violations.push(`Payment ${id} is AUTHORIZED, but the ledger holds nothing for it.`)
  const allGoesBack = taken.every((attempt) => isLost(attempt) || goesBack(attempt.ledger!.amount))
  if (!isAuthorizedOrCaptured(status) && status !== 'PENDING' && isTaken && !allGoesBack)
    violations.push(`Payment ${id} is ${status}, but the ledger has charged it.`)
  if ((status === 'DECLINED' || status === 'BLOCKED') && !approved.every(({ ledger }) => goesBack(ledger!.amount)))
    violations.push(`Payment ${id} is ${status}, but the ledger holds money for it.`)
  if (status === 'SETTLED' && taken.some(isLost)) violations.push(`Payment ${id} is SETTLED, but its money never came.`)
  if ((status === 'PENDING') !== charges.some(isOpenAttempt))
    violations.push(
      `Payment ${id} is ${status} with ${charges.filter(isOpenAttempt).length} open attempts to charge it.`,
    )
  const isOwedToLetGo = obligations.some((it) => it.payment === id && it.kind === 'void' && it.state === 'open')
  const isLetGoAsOther = approved.some(({ ledger }) => goesBack(ledger!.amount))
  if (!isLetGoAsOther && (status === 'AUTHORIZED') !== (movements.some(isOpenAttempt) || isOwedToLetGo))
    violations.push(
      `Payment ${id} is ${status} with ${movements.filter(isOpenAttempt).length} captures or voids under way.`,
    )
  // Of two buyers with one e-mail address, the second gets a refund, not a subscription. After a verification, there is no money to refund.
  const isSecond = payment.isUnwanted && payments.some((it) => it.plan === payment.plan && it.subscription !== null)
  const isOwedBack = obligations.some((it) => it.payment === id) || (amount === 0 && isSecond)
  if (isAuthorizedOrCaptured(status) && payment.purpose === 'subscribe' && payment.subscription === null && !isOwedBack)
    violations.push(`Payment ${id} is ${status}, but opened no subscription.`)
  return violations
}

const isOpenAttempt = ({ state }: BookedAttempt): boolean => state === 'open'
const isLost = ({ ledger }: BookedAttempt): boolean => ledger?.settlementFails === true
/** Whether an attempt collected money: a charge that was captured immediately, or a capture. */
const tookMoney = (attempt: BookedAttempt): boolean =>
  isApproved(attempt) &&
  attempt.ledger!.amount > 0 &&
  (attempt.kind === 'capture' || attempt.ledger!.captured) &&
  attempt.kind !== 'refund'

const isApproved = ({ ledger }: BookedAttempt): boolean => ledger?.outcome === 'approved'

const violationsOfRefunds = ({ payments, refunds, attempts, refundsOfOthers = [] }: Books): string[] => {
  const violations: string[] = []
  for (const { id, payment, amount, status, transaction } of refunds.filter(({ source }) => source === 'here')) {
    const own = attempts.filter(({ refund }) => refund === id)
    const given = own.filter(isApproved)
    const isTakenBack = own.some(({ ledger }) => ledger?.isTakenBack)
    // The processor learns of disputes and of refunds by others before we do, and then refuses our refunds.
    const isGone = ({ payment: of, ledger }: BookedAttempt) =>
      of === payment && (ledger?.isDisputed || refundsOfOthers.some((other) => other.of === ledger?.transaction))
    const isDisputed = payments.some((it) => it.id === payment && it.disputed > 0) || attempts.some(isGone)
    const isRefused = own.some(({ ledger }) => ledger?.kind === 'refund' && ledger.outcome === 'failed')
    if (!isTakenBack && !isDisputed && isRefused)
      violations.push(`Refund ${id} was asked for, and the processor had nothing left to refund.`)
    if (own.length !== 1) violations.push(`Refund ${id} has ${own.length} attempts.`)
    if (status !== 'pending' && given.some(({ ledger }) => ledger!.amount !== amount))
      violations.push(`Refund ${id} gave back another amount.`)
    // Until a server learns that the money of a refund was returned, the refund counts as succeeded.
    if (status === 'succeeded' && !isTakenBack && given[0]?.ledger?.transaction !== transaction)
      violations.push(`Refund ${id} is succeeded, but the ledger does not have its transaction.`)
    if (status === 'failed' && given.length > 0) violations.push(`Refund ${id} is failed, but the ledger has it.`)
  }
  for (const { id, amount, collected, refunded } of payments) {
    const counted = refunds.filter(({ payment, status }) => payment === id && status !== 'failed')
    const sum = total(counted.map((refund) => refund.amount))
    const given = total(
      attempts
        .filter((it) => it.payment === id && it.kind === 'refund' && isApproved(it))
        .map((it) => it.ledger!.amount),
    )
    if (refunded !== sum) violations.push(`Payment ${id} says ${refunded} refunded; its refunds come to ${sum}.`)
    const charged = Math.max(
      amount,
      ...attempts.filter((it) => it.payment === id && tookMoney(it)).map(({ ledger }) => ledger!.amount),
    )
    if (refunded > keptOf({ amount, collected }) || given > charged)
      violations.push(`Payment ${id} of ${amount} has ${given} given back.`)
  }
  return violations
}

/** How often money that had counted as paid was owed back from a payment. */
const countOwed = ({ obligations }: Books, id: string): number =>
  obligations.filter(({ payment, kind, isCounted }) => payment === id && kind === 'refund' && isCounted).length

/** The collected money that counts for a payment: at most its amount. */
const keptOf = ({ amount, collected }: Pick<BookedPayment, 'amount' | 'collected'>): number =>
  Math.min(collected ?? amount, amount)

/** Which statuses may follow each status. An event about a refund repeats the status. */
const follows: Readonly<Partial<Record<PaymentStatus, readonly PaymentStatus[]>>> = {
  PENDING: ['PENDING', 'AUTHORIZED', 'SETTLING', 'DECLINED', 'BLOCKED', 'FAILED', 'CANCELLED'],
  AUTHORIZED: ['AUTHORIZED', 'SETTLING', 'FAILED', 'CANCELLED'],
  SETTLING: ['SETTLING', 'SETTLED', 'FAILED'],
  SETTLED: ['SETTLED'],
  DECLINED: ['DECLINED'],
  FAILED: ['FAILED'],
  CANCELLED: ['CANCELLED'],
}

/** A payment's events must begin with its creation, change only as allowed, and end in its current status. */
const violationsOfEvents = ({ payments, events }: Books): string[] => {
  const violations: string[] = []
  for (const { id, status } of payments) {
    const own = events.filter(({ payment }) => payment === id)
    const created = own.filter(({ type }) => type === 'payment.created')
    if (created.length !== 1 || own[0] !== created[0])
      violations.push(`Payment ${id} was created by ${created.length} events.`)
    if (own.at(-1)?.status !== status)
      violations.push(`Payment ${id} is ${status}; its last event says ${own.at(-1)?.status}.`)
    const invalid = own.find((event, place) => place > 0 && !follows[own[place - 1]!.status]?.includes(event.status))
    if (invalid) violations.push(`Payment ${id} became ${invalid.status}, which was not allowed.`)
  }
  return violations
}

/** A client that reads only the events must know the current state of every payment and subscription. */
const violationsOfReplay = ({ replayed }: Books): string[] =>
  replayed
    .filter(({ current, inLastEvent }) => JSON.stringify(current) !== JSON.stringify(inLastEvent))
    .map(
      ({ id, current, inLastEvent }) =>
        `${id} is ${JSON.stringify(current)}, and its last event says ${JSON.stringify(inLastEvent)}.`,
    )

/**
 * Money for a renewal that is paid after its subscription ended must be refunded or voided. Use this check only for runs in which no
 * subscription is reactivated after its end.
 */
export const violationsOfEndedRenewals = ({ payments, refunds, events, ends }: Books): string[] =>
  payments
    .filter(({ purpose, status }) => purpose === 'renew' && isAuthorizedOrCaptured(status))
    .filter(({ id }) => refunds.every(({ payment, status }) => payment !== id || status === 'failed'))
    // Money that a dispute has withdrawn is not kept. Its refund waits for the bank's decision.
    .filter(({ amount, disputed }) => disputed < amount)
    .filter(({ id, subscription }) => {
      const paid =
        events.find((event) => event.payment === id && isAuthorizedOrCaptured(event.status))?.sequence ?? Infinity
      return ends.some((end) => end.subscription === subscription && end.sequence < paid)
    })
    .map(({ id }) => `Payment ${id} renewed a subscription that had ended, and was kept.`)

const violationsOfTotals = ({ payments, refunds, attempts, refundsOfOthers = [] }: Books): string[] => {
  const failed = new Set(payments.filter(({ status }) => status === 'FAILED').map(({ id }) => id))
  // If the money of a charge for too much never arrived, its excess was refunded nevertheless. Neither the charge nor the refund counts.
  const lost = new Set(
    attempts.filter((it) => tookMoney(it) && isLost(it) && failed.has(it.payment)).map((it) => it.payment),
  )
  const isOfLost = ({ payment, refund }: BookedAttempt) => refund === null && lost.has(payment)
  // An accepted refund is pending or succeeded in our books until a server learns its outcome. `violationsOfFinishedBooks` checks the
  // outcome later.
  const toldOf = (it: BookedAttempt) => refunds.find(({ id }) => id === it.refund)?.status
  const hasGone = (it: BookedAttempt) =>
    toldOf(it) !== 'pending' && (isApproved(it) || (it.ledger?.isTakenBack === true && toldOf(it) === 'succeeded'))
  const booked =
    total(payments.filter(({ status }) => isAuthorizedOrCaptured(status)).map(keptOf)) -
    total(refunds.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount))
  const moved =
    total(
      attempts
        .filter((it) => tookMoney(it) && !(isLost(it) && failed.has(it.payment)))
        .map(({ ledger }) => ledger!.amount),
    ) -
    total(
      attempts.filter((it) => it.kind === 'refund' && hasGone(it) && !isOfLost(it)).map(({ ledger }) => ledger!.amount),
    ) -
    total(refundsOfOthers.filter(({ isTakenBack }) => !isTakenBack).map(({ amount }) => amount))
  return booked === moved ? [] : [`Our books come to ${booked}, the processor's ledger to ${moved}.`]
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

const repeated = <Row>(sentence: string, rows: readonly Row[], nameOf: (row: Row) => string | null): string[] => {
  const names = rows.map(nameOf).filter((name) => name !== null)
  return [...new Set(names.filter((name, place) => names.indexOf(name) !== place))].map(
    (name) => `${sentence}: ${name}.`,
  )
}
