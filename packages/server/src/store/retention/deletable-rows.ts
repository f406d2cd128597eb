import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'

/** SQL for whether an attempt's request contains data about who paid, or from where: anything that `erasePayerData` removes. */
const requestNamesPayer = sql`(coalesce(request->'call'->'request'->'billingAddress'->>'line1', request->'call'->'request'->'billingAddress'->>'postalCode',
    request->'notes'->'wallet'->'billingAddress'->>'line1', request->'notes'->'wallet'->'billingAddress'->>'line2',
    request->'notes'->'wallet'->'billingAddress'->>'city', request->'notes'->'wallet'->'billingAddress'->>'postal_code') is not null
  or request->'call'->'request'->'customer'->>'email' is not null
  or request->'call'->'request'->'customer'->>'name' is not null
  or request->'call'->'request'->'browser' is not null or request->'notes'->>'address' is not null)`

/** SQL for whether a row of another table belongs to the same organization as the row with this alias. */
const sameOrganization = (row: string) => sql.raw(`organization_id = ${row}.organization_id`)

/** SQL for whether a session has neither a payment nor a claim. */
export const neverPaid = (session: string) => {
  const ofSession = sql`${sameOrganization(session)} and session_id = ${sql.raw(session)}.id`
  return sql`not exists (select from payments where ${ofSession}) and not exists (select from claims where ${ofSession})`
}

/** SQL for whether a customer has neither a payment nor a subscription. */
export const neverBought = (customer: string) => {
  const ofCustomer = sql`${sameOrganization(customer)} and customer_id = ${sql.raw(customer)}.id`
  return sql`not exists (select from payments where ${ofCustomer}) and not exists (select from subscriptions where ${ofCustomer})`
}

/** SQL for whether a payment or one of its calls contains data about who paid, or from where. */
export const namesPayer = (payment: string) => sql`(address_hash is not null
  or exists (select from attempts where ${sameOrganization(payment)} and payment_id = ${sql.raw(payment)}.id and ${requestNamesPayer}))`

const nothingUnderWay = (payment: string) => {
  const ofPayment = sql`${sameOrganization(payment)} and payment_id = ${sql.raw(payment)}.id`
  return sql`payment_status not in ('PENDING', 'AUTHORIZED', 'SETTLING')
    and not exists (select from attempts where ${ofPayment} and state = 'open')
    and not exists (select from obligations where ${ofPayment} and state = 'open')
    and not exists (select from disputes where ${ofPayment} and status in ('inquiry', 'needs_response', 'under_review'))`
}

/** SQL for old rows that retention may clean: sessions that ended unpaid, and payments that have personal data and nothing in progress. */
export const deletableConditions = {
  sessions: sql`completed_at is null and expires_at < billing_now() and ${neverPaid('client_sessions')}`,
  calls: sql`${nothingUnderWay('payments')} and ${namesPayer('payments')}`,
} as const

/**
 * SQL for whether a customer may be erased automatically: the customer was not changed since a moment, has bought nothing, and has no open
 * checkout. The query reads sessions once for all customers, because no index finds the sessions of one customer.
 */
export const abandonedSince = (organizationId: string, since: Timestamp) => {
  const own = sql`organization_id = ${organizationId}`
  const unexpired = sql`${own} and expires_at > billing_now()`
  return sql`${own} and updated_at < ${since} and erased_at is null
    and ${neverBought('customers')}
    and id not in (select coalesce(customer_id, members->'customer'->>'id') from client_sessions
      where ${unexpired} and coalesce(customer_id, members->'customer'->>'id') is not null)
    and (external_id is null or external_id not in (select members->'customer'->>'external_id' from client_sessions
      where ${unexpired} and members->'customer'->>'external_id' is not null))`
}
