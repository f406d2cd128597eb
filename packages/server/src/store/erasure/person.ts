import { oneRow } from '@billing-checkout/database'
import { foldCase } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { CustomerRow } from '../rows.ts'
import { identifyingWordsOf } from './scrub.ts'

/** Values that identify an erased customer in copies of the customer's data. They are stored only until all copies are scrubbed. */
export interface SearchTerms {
  /**
   * The customer's e-mail address as `foldCase` writes it. It is compared without further folding, because stronger folding could make
   * another person's address equal.
   */
  readonly email: string | null
  /** Former addresses that no other customer has, as `foldCase` writes them. */
  readonly formerEmails: readonly string[]
  readonly externalId: string | null
  /** Words about the customer to remove from texts. */
  readonly texts: readonly string[]
}

/** The customer whose data is removed from all copies. */
export interface ErasedPerson {
  readonly organizationId: string
  readonly customerId: string
  readonly words: SearchTerms
}

/** Options of a scrub. */
export interface ScrubOptions {
  /** The key that signs scrubbed audit rows. */
  readonly auditKey: Uint8Array
  /** Returns whether the scrub must stop for now; absent: never. */
  readonly isLate?: () => boolean
}

/** Reads the values that identify a customer. Call it before these values are erased. */
export const readSearchTerms = async (db: Database, organizationId: string, id: string): Promise<SearchTerms> => {
  // Earlier emails show former addresses of the customer. Sign-in emails do not count, because they may confirm a different address.
  const { rows } = await sql<ReadPerson>`
    select external_id, full_name, email, phone, address, tax_ids,
      array(select billing_address from payment_methods
        where organization_id = ${organizationId} and customer_id = ${id} and billing_address is not null) as billed,
      array(select distinct fold_case(recipient) from emails
        where organization_id = ${organizationId} and customer_id = ${id} and kind <> 'sign_in' and recipient is not null
          and not exists (select from customers as other where other.organization_id = ${organizationId} and other.id <> ${id}
            and other.folded_email = fold_text(recipient) and fold_case(other.email) = fold_case(recipient))) as former_emails
    from customers where organization_id = ${organizationId} and id = ${id}`.execute(db)
  const { externalId, fullName, email, phone, address, taxIds, billed, formerEmails } = oneRow(rows)
  // Postal codes are removed by member name: as words, they would also match the last digits of a card or an amount.
  const places = [address, ...billed].map((place) => ({ ...place, country: null, state: null, postal_code: null }))
  return {
    email: email === null ? null : foldCase(email),
    formerEmails,
    externalId,
    texts: identifyingWordsOf([
      externalId,
      fullName,
      email,
      ...formerEmails,
      phone,
      ...taxIds.map(({ value }) => value),
      ...places,
    ]),
  }
}

interface ReadPerson extends Pick<CustomerRow, 'externalId' | 'fullName' | 'email' | 'phone' | 'address' | 'taxIds'> {
  readonly billed: readonly object[]
  readonly formerEmails: readonly string[]
}

/** A person's current and former e-mail addresses. They identify the person's rows that have no customer id. */
export const currentAndFormerEmails = ({ email, formerEmails }: SearchTerms): readonly string[] =>
  email === null ? formerEmails : [email, ...formerEmails]

/**
 * Finds the customers, and the sessions without a customer, whose e-mail address, folded with `foldText`, is `foldedEmail`; none if
 * `foldedEmail` is null.
 */
export const findByFoldedEmail = async (db: Database, organizationId: string, foldedEmail: string | null) => {
  if (foldedEmail === null) return { customers: [], client_sessions: [] }
  const idsOf = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<readonly string[]> =>
    (await query.execute(db)).rows.map(({ id }) => id)
  const [customers, sessions] = await Promise.all([
    idsOf(
      sql`select id from customers where organization_id = ${organizationId} and folded_email = ${foldedEmail} order by id`,
    ),
    idsOf(sql`select id from client_sessions where organization_id = ${organizationId} and customer_id is null
      and fold_text(members->'customer'->>'email') = ${foldedEmail} order by id`),
  ])
  return { customers, client_sessions: sessions }
}
