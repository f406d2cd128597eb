import type { Email } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { EmailRow } from '../../store/rows.ts'

/** Emails as the interface shows them, in the order of the ids. */
export const loadEmails = async (db: OrganizationDatabase, ids: readonly string[]): Promise<readonly Email[]> => {
  const rows = await db.selectFrom('emails').selectAll().where('id', '=', oneOf(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, presentEmail(row)]))
  return ids.map((id) => byId.get(id)).filter((email) => email !== undefined)
}

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
