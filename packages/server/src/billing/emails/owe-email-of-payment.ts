import type { EmailKind, Subscription } from '@billing-checkout/contract'
import type { PaymentRow, RefundRow } from '../../store/rows.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * The kind of email that a paid payment causes, by its purpose. Storing a method moves no money and changes no contract, so it causes no
 * email.
 */
const kinds: Readonly<Record<PaymentRow['purpose'], EmailKind | null>> = {
  subscribe: 'order_confirmation',
  pay: 'order_confirmation',
  change_plan: 'plan_changed',
  recover: 'receipt',
  renew: 'receipt',
  resume: null,
  update_method: null,
}

/** Owes the customer the confirmation or receipt of a payment whose purpose was applied. */
export const oweEmailOfPayment = (work: Write, payment: PaymentRow, subscription: Subscription | null): void => {
  const kind = kinds[payment.purpose]
  if (kind === null) return
  oweEmail(work, {
    kind,
    customerId: payment.customerId,
    subscriptionId: subscription?.id ?? payment.subscriptionId,
    paymentId: payment.id,
    facts: {
      amount: payment.amount,
      currency: payment.currencyCode,
      next_charge_at: subscription?.next_billing_date ?? null,
    },
  })
}

/** Owes the customer the email about a refund that has arrived. */
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
