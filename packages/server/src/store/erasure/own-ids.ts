import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { type ErasedPerson, currentAndFormerEmails } from './person.ts'

/** The ids of everything that belongs to a customer, by kind. */
export interface OwnIds {
  readonly payments: readonly string[]
  readonly subscriptions: readonly string[]
  readonly emails: readonly string[]
  readonly declarations: readonly string[]
  /**
   * The ids of the customer, of the objects above, and of methods, attempts, refunds, obligations and disputes. Events and audit entries
   * refer to these.
   */
  readonly all: readonly string[]
}

/**
 * Finds what belongs to a customer: by the columns that refer to the customer, and for declarations and sign-in emails also by e-mail
 * address. Sessions are found separately (`scrubSessions`).
 */
export const findOwnIds = async (
  db: Database,
  { organizationId, customerId, words }: ErasedPerson,
): Promise<OwnIds> => {
  const { rows } = await sql<Found>`
    with paid as (select id from payments where organization_id = ${organizationId} and customer_id = ${customerId}),
      declared as (select id from declarations where organization_id = ${organizationId} and (email_key = fold_text(${words.email})
        or id in (select declaration_id from declaration_effects where organization_id = ${organizationId} and customer_id = ${customerId})))
    select array(select id from paid) as payments,
      array(select id from subscriptions where organization_id = ${organizationId} and customer_id = ${customerId}) as subscriptions,
      array(select id from emails where organization_id = ${organizationId} and customer_id = ${customerId}
        union all select id from emails where organization_id = ${organizationId} and customer_id is null
          and facts->>'declaration_id' in (select id from declared)
        union all select id from emails where organization_id = ${organizationId} and kind = 'sign_in'
          and customer_id is null and fold_case(recipient) = any(${currentAndFormerEmails(words)})) as emails,
      array(select id from declared) as declarations,
      array(
        select id from payment_methods where organization_id = ${organizationId} and customer_id = ${customerId}
        union all select id from attempts where organization_id = ${organizationId} and payment_id in (select id from paid)
        union all select id from refunds where organization_id = ${organizationId} and payment_id in (select id from paid)
        union all select id from obligations where organization_id = ${organizationId} and payment_id in (select id from paid)
        union all select id from disputes where organization_id = ${organizationId} and payment_id in (select id from paid)
      ) as others`.execute(db)
  const { payments, subscriptions, emails, declarations, others } = oneRow(rows)
  const all = [customerId, ...payments, ...subscriptions, ...emails, ...declarations, ...others]
  return { payments, subscriptions, emails, declarations, all }
}

type Found = Omit<OwnIds, 'all'> & { readonly others: readonly string[] }
