import { foldCase } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { oneRow } from '../engine/one-row.ts'
import type { Database } from '../database.ts'
import { wordsOf } from './scrub.ts'

/** What a customer who is erased is recognised by, kept only until no copy is left. */
export interface SearchTerms {
  /**
   * What names only this person, in whole: the address as `foldCase` writes it. An address that only folds alike may be another person's.
   */
  readonly email: string | null
  /** Addresses that only this customer had before, as `foldCase` writes them. */
  readonly formerEmails: readonly string[]
  readonly externalId: string | null
  /** What texts about them may mention. */
  readonly texts: readonly string[]
}

/** Whose copies are scrubbed. */
export interface ErasedPerson {
  readonly organizationId: string
  readonly customerId: string
  readonly words: SearchTerms
}

/** How copies are scrubbed. */
export interface ScrubOptions {
  /** Signs what is left of rows of the audit log. */
  readonly auditKey: Uint8Array
  /** Whether it takes too long; never unless it is given. */
  readonly isLate?: () => boolean
}

/** Reads what a customer is recognised by; it has to be read before they are erased. */
export const readSearchTerms = async (db: Database, organizationId: string, id: string): Promise<SearchTerms> => {
  // An email that went to a customer was sent to the address that they had, unless it asked to confirm another.
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
  // Postal codes go by the names of their members: as words they would be the last digits of a card or an amount.
  const places = [address, ...billed].map((place) => ({ ...place, country: null, state: null, postal_code: null }))
  return {
    email: email === null ? null : foldCase(email),
    formerEmails,
    externalId,
    texts: wordsOf([
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

interface ReadPerson {
  readonly externalId: string | null
  readonly fullName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: object | null
  readonly taxIds: readonly { readonly value: string }[]
  readonly billed: readonly object[]
  readonly formerEmails: readonly string[]
}

/** Addresses by which a person has signed in: their present one, and their former ones. Rows with a customer are found by that instead. */
export const typedAddresses = ({ email, formerEmails }: SearchTerms): readonly string[] =>
  email === null ? formerEmails : [email, ...formerEmails]

/** What has an e-mail address that folds to the same text as one that was erased. */
export interface FoldedAlike {
  readonly customers: readonly string[]
  /** Sessions without a customer. */
  readonly client_sessions: readonly string[]
}

/** Finds the customers and sessions whose e-mail address folds to a text; none without one. */
export const findFoldedAlike = async (
  db: Database,
  organizationId: string,
  foldedEmail: string | null,
): Promise<FoldedAlike> => {
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
