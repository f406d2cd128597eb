import { accountEmailKinds, type EmailKind } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { EmailDetails } from '../schema/emails.ts'
import { newId } from './new-id.ts'
import type { Write } from './write.ts'

/** The content of an email to be sent. */
export interface OwedEmail {
  readonly kind: EmailKind
  /** Null or absent if it is not certain that the recipient is a customer. */
  readonly customerId?: string | null
  readonly subscriptionId?: string | null
  readonly paymentId?: string | null
  readonly facts?: EmailDetails
  /**
   * The recipient's address and language. If absent, the email goes to the address that the customer has at the first attempt to send it.
   */
  readonly to?: { readonly email: string; readonly locale: string | null }
}

/**
 * Queues an email in the transaction that causes it. If the organization's setting `emails` is off, it queues only emails about an account,
 * such as sign-in links. It adds one statement to the commit, so a charge needs no further round trip.
 */
export const oweEmail = (work: Write, owed: OwedEmail): void => {
  const { kind, customerId = null, subscriptionId = null, paymentId = null, facts = {}, to } = owed
  const id = newId('email', work)
  const at: Timestamp = work.now
  const row = sql`insert into emails (organization_id, id, kind, customer_id, subscription_id, payment_id, facts, recipient, locale, due_at, created_at)
    select id, ${id}::text, ${kind}::text, ${customerId}::text, ${subscriptionId}::text, ${paymentId}::text,
      ${JSON.stringify(facts)}::jsonb, ${to?.email ?? null}::text, ${to?.locale ?? null}::text, billing_now(), ${at}::timestamptz
    from organizations where id = ${work.organizationId} and (settings->>'emails' in ('send', 'events') or ${kind}::text = any(${[...accountEmailKinds]}::text[]))`
  work.sendLast(`email ${id}`, { compile: () => row.compile(work.db) })
}
