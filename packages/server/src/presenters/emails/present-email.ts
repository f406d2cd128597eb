import type { Email } from '@billing-checkout/contract'
import type { EmailRow } from '../../store/rows.ts'
import { loadByIds } from '../load-by-ids.ts'

/** An email as the interface shows it. */
export const presentEmail = (email: EmailRow): Email => ({
  id: email.id,
  kind: email.kind,
  customer_id: email.customerId,
  subscription_id: email.subscriptionId,
  payment_id: email.paymentId,
  to: email.recipient,
  locale: email.locale,
  facts: { ...email.facts },
  status: email.status,
  reason: email.reason,
  tries: email.tries,
  message_id: email.messageId,
  due_at: email.dueAt,
  sent_at: email.sentAt,
  created_at: email.createdAt,
})

/** Emails as the interface shows them, in the order of the ids. */
export const loadEmails = loadByIds('emails', presentEmail)
