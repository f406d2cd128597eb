import type { EmailKind } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { EmailFacts } from '../schema/emails.ts'
import { newId, type Write } from '../write.ts'

/** What an email is about. */
export interface OwedEmail {
  readonly kind: EmailKind
  readonly customerId: string
  readonly subscriptionId: string | null
  readonly paymentId: string | null
  readonly facts: EmailFacts
}

/**
 * Writes an email into the transaction that causes it, unless the organization's setting `emails` is off. It is one statement that goes
 * with the commit, so that a charge takes no further round trip.
 */
export const oweEmail = (work: Write, { kind, customerId, subscriptionId, paymentId, facts }: OwedEmail): void => {
  const id = newId('email', work)
  const at: Timestamp = work.now
  const row = sql`insert into emails (organization_id, id, kind, customer_id, subscription_id, payment_id, facts, due_at, created_at)
    select id, ${id}::text, ${kind}::text, ${customerId}::text, ${subscriptionId}::text, ${paymentId}::text,
      ${JSON.stringify(facts)}::jsonb, billing_now(), ${at}::timestamptz
    from organizations where id = ${work.organizationId} and settings->>'emails' in ('send', 'events')`
  work.sendLast(`email ${id}`, { compile: () => row.compile(work.db) })
}
