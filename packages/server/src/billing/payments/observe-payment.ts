import type { Payment } from '@billing-checkout/contract'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'

/** Reports the outcome of a charge or verification to metrics after its commit. Reports nothing while the outcome is open. */
export const observeOutcome = (
  billing: Pick<Billing, 'observer'>,
  kind: AttemptRow['kind'],
  outcome: ProcessorOutcome,
  payment: Payment,
): void => {
  if (kind !== 'authorize' && kind !== 'verify') return
  if (outcome.kind === 'unknown' || outcome.kind === 'action_required') return
  observePayment(billing, payment)
}

/** Reports to metrics how a payment has ended. */
export const observePayment = (
  { observer }: Pick<Billing, 'observer'>,
  { payment_type: type, payment_status: status, status_reason: reason }: Payment,
): void => {
  if (status !== 'PENDING') observer.paymentEnded({ type, status, reason: reason?.status_reason.decline_code ?? '' })
}
