import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { readSearchTerms, currentAndFormerEmails } from './person.ts'

/**
 * Erases a customer's identity in the customer's row, detaches the payment methods, and deletes the vaulted cards, portal sessions and
 * links. The caller's transaction has locked the customer. The transaction also records the remaining work: copies to scrub, and
 * connections whose processors know the customer. Database triggers prevent other code from writing anything back.
 */
export const anonymizeCustomer = async (
  db: Database,
  organizationId: string,
  id: string,
  at: Timestamp,
): Promise<void> => {
  const words = await readSearchTerms(db, organizationId, id)
  await sql`insert into erasures (organization_id, customer_id, words)
    values (${organizationId}, ${id}, ${JSON.stringify(words)}::jsonb)
    on conflict (organization_id, customer_id) do update set words = excluded.words, finished_at = null, due_at = excluded.due_at`.execute(
    db,
  )
  await sql`insert into processor_erasures (organization_id, id, connection, customer_id, created_at)
    select ${organizationId}, ${id} || ' at ' || connection, connection, ${id}, ${at} from (
      select connection from payment_methods where organization_id = ${organizationId} and customer_id = ${id}
      union
      select attempts.connection from attempts join payments
        on payments.organization_id = attempts.organization_id and payments.id = attempts.payment_id
        where payments.organization_id = ${organizationId} and payments.customer_id = ${id}
    ) as known
    on conflict (organization_id, id) do update set done_at = null`.execute(db)
  await sql`delete from vaulted_cards where organization_id = ${organizationId} and id in (
    select processor_token from payment_methods where organization_id = ${organizationId} and customer_id = ${id})`.execute(
    db,
  )
  await sql`update payment_methods set detached_at = coalesce(detached_at, ${at})
    where organization_id = ${organizationId} and customer_id = ${id}`.execute(db)
  await sql`delete from portal_sessions where organization_id = ${organizationId} and customer_id = ${id}`.execute(db)
  await sql`delete from portal_links where organization_id = ${organizationId}
    and (customer_id = ${id} or (customer_id is null and fold_case(email) = any(${currentAndFormerEmails(words)})))`.execute(
    db,
  )
  await sql`update customers set external_id = null, full_name = null, email = null, phone = null, locale = null, metadata = '{}', tax_ids = '[]',
      address = address || '{"line1": null, "line2": null, "city": null, "postal_code": null}',
      tax_address = tax_address || '{"postal_code": null}',
      erased_at = ${at}, updated_at = ${at}
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
}
