import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { PaymentStatus } from '@billing-checkout/contract'
import type { BookedAttempt, Books } from './books.ts'
import type { MadeCall } from './made-call.ts'
import type { ClientAnswer } from './world.ts'

/** Final answers to clients that contradict the books, a sentence each. */
export const violationsOfAnswers = (books: Books, answers: readonly ClientAnswer[]): readonly string[] =>
  answers
    .filter(({ outcome }) => outcome === 'answered')
    .flatMap((answer) => [
      ...violationsOfAnswer(books, answer),
      ...answers
        .filter(({ caller, key, paymentId }) => caller === answer.caller && key === answer.key && paymentId !== null)
        .filter(({ paymentId }) => paymentId !== answer.paymentId)
        .map(() => `Key ${answer.key} was answered with two payments.`),
    ])

/**
 * Refusals to clients although their key had bought something, a sentence each. Refusals are not stored. If two clients send the same
 * request, the server may rightly refuse one before the other succeeds, so the books must be from the time of the refusal.
 */
export const violationsOfRefusals = (
  { keys }: Pick<Books, 'keys'>,
  answers: readonly ClientAnswer[],
): readonly string[] =>
  answers
    .filter(({ outcome }) => outcome === 'refused')
    .flatMap(({ caller, key, code }) => {
      const taken = keys.find((row) => row.caller === caller && row.key === key)
      return taken?.payment ? [`Key ${key} was refused with ${code}, but stands for payment ${taken.payment}.`] : []
    })

const violationsOfAnswer = (
  { payments, refunds, attempts, refundsOfOthers = [] }: Books,
  { key, paymentId, paymentStatus, refundTransactionId, agreed }: ClientAnswer,
): string[] => {
  const payment = payments.find(({ id }) => id === paymentId)
  if (payment === undefined) return [`Key ${key} was answered with payment ${paymentId}, which does not exist.`]
  const violations: string[] = []
  if (agreed !== null && payment.amount !== agreed)
    violations.push(`Key ${key} had agreed to ${agreed}; payment ${paymentId} is of ${payment.amount}.`)
  const status = paymentStatus as PaymentStatus
  const own = attempts.filter((attempt) => attempt.payment === paymentId)
  const stillTrue =
    status === 'PENDING' ||
    (isAuthorizedOrCaptured(status)
      ? isAuthorizedOrCaptured(payment.status) || wasLost(own)
      : payment.status === status)
  if (!stillTrue) violations.push(`Key ${key} was told ${status}; payment ${paymentId} is ${payment.status}.`)
  if (refundTransactionId !== null) {
    const isTakenBack = [...attempts.map(({ ledger }) => ledger), ...refundsOfOthers].some(
      (movement) => movement?.transaction === refundTransactionId && movement.isTakenBack,
    )
    const succeeded =
      isTakenBack || refunds.find(({ transaction }) => transaction === refundTransactionId)?.status === 'succeeded'
    if (!succeeded) violations.push(`Key ${key} was told of a refund ${refundTransactionId} that did not happen.`)
  }
  return violations
}

/** Whether approved money was voided, could not be captured, or was lost before it reached the merchant. */
const wasLost = (own: readonly BookedAttempt[]): boolean =>
  own.some(
    ({ kind, state, ledger }) =>
      ledger?.settlementFails ||
      kind === 'void' ||
      (kind === 'capture' && state === 'done' && ledger?.outcome !== 'approved'),
  )

/** Sealed cards that made several payments, a sentence each. */
export const violationsOfSeals = (answers: readonly ClientAnswer[]): readonly string[] =>
  Map.groupBy(
    answers.filter(({ seal, paymentId }) => seal !== null && paymentId !== null),
    ({ seal }) => seal,
  )
    .values()
    .map((group) => new Set(group.map(({ paymentId }) => paymentId)))
    .filter(({ size }) => size > 1)
    .map((payments) => `One sealed card made the payments ${[...payments].join(', ')}.`)
    .toArray()

/** Calls to the processor that no attempt records, that could move money twice, or that were closed too early, a sentence each. */
export const violationsOfCalls = (
  { attempts }: Books,
  calls: readonly MadeCall[],
  keyWindowSeconds: number,
): readonly string[] => {
  const written = new Set(attempts.map(({ reference }) => reference))
  return calls.flatMap(({ reference, at, hasOneTimeToken, closedTooEarly }, place) => {
    const first = calls.findIndex((call) => call.reference === reference)
    return [
      ...(written.has(reference) ? [] : [`The processor was called with ${reference}, which nobody wrote down.`]),
      ...(at - calls[first]!.at > keyWindowSeconds * 1000
        ? [`${reference} was sent again after the processor forgot it.`]
        : []),
      ...(hasOneTimeToken && place !== first
        ? [`${reference} was sent again with a card that is good for one call.`]
        : []),
      ...(closedTooEarly ? [`${reference} was closed while its call was on its way in good time.`] : []),
    ]
  })
}
