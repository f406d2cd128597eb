import type { PaymentRow, RefundRow } from '../../store/rows.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Write } from '../../store/writes/write.ts'

/** Owes the customer the email that a refund has arrived. */
export const oweEmailOfRefund = (
  work: Write,
  payment: Pick<PaymentRow, 'id' | 'customerId' | 'subscriptionId' | 'currencyCode'>,
  { id, amount }: Pick<RefundRow, 'id' | 'amount'>,
): void =>
  oweEmail(work, {
    kind: 'refund',
    customerId: payment.customerId,
    subscriptionId: payment.subscriptionId,
    paymentId: payment.id,
    facts: { refund_id: id, amount, currency: payment.currencyCode },
  })
