import type { AnsweredAttempt, ApprovedOutcome, FinishedPayment } from '../answered-attempt.ts'
import type { Billing } from '../billing.ts'
import { bookEarlierCharge } from './book-earlier-charge.ts'
import { finishAuthorization } from './finish-authorization.ts'
import { finishCapture, finishVoid } from './finish-capture-or-void.ts'
import { bookEarlierRefund, finishRefund } from './finish-refund.ts'

const finishCharge = (billing: Billing, answered: AnsweredAttempt): Promise<FinishedPayment> =>
  isOfOtherRequest(answered) ? bookEarlierCharge(billing, answered) : finishAuthorization(billing, answered)

/** The functions that apply the final outcome of an attempt, by the attempt's kind; see `Billing`. */
export const finishers: Billing['finishers'] = {
  authorize: finishCharge,
  verify: finishCharge,
  capture: finishCapture,
  void: async (_, answered) => finishVoid(answered),
  refund: (billing, answered) =>
    isOfOtherRequest(answered) ? bookEarlierRefund(billing, answered) : finishRefund(answered),
}

/**
 * Whether the processor approved another request under this attempt's reference: the outcome says so, or it has an amount or currency that
 * this attempt cannot have requested. The second check is needed because a later look-up by reference returns only the outcome.
 */
const isOfOtherRequest = (answered: AnsweredAttempt): answered is AnsweredAttempt<ApprovedOutcome> => {
  const { outcome, attempt, payment } = answered
  if (outcome.kind !== 'approved') return false
  const { call } = attempt.request
  const { approvedAmount, approvedCurrency = payment.currencyCode } = outcome
  if (outcome.ofOtherRequest) return true
  if (call?.kind === 'refund') return approvedAmount !== undefined && approvedAmount !== call.request.amount
  // A verification requests no money, so money under its reference belongs to another request.
  if (payment.amount === 0) return approvedAmount !== undefined && approvedAmount > 0
  return approvedCurrency !== payment.currencyCode
}
