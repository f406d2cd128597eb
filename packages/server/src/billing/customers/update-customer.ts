import { isDeepStrictEqual } from 'node:util'
import { type Address, type Customer, Problem, type TaxId } from '@billing-checkout/contract'
import { lockCustomer } from '../../store/entities/customers.ts'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import type { CustomerRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import { invalidValue } from '../../reading/refuse-issues.ts'
import { readTaxId } from '../../taxes/tax-ids.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { mergeMetadata } from '../merge-patch.ts'
import { lockNamesOfCustomer } from '../lock-names-of.ts'
import { endEmailChanges } from '../links/portal-links.ts'
import { lockPortalSession } from '../links/lock-portal-session.ts'
import { endWaitForAddress } from '../tax/tax-address.ts'
import { mergeAddress } from './insert-customer.ts'
import { recordCustomerUpdated, refuseErased } from './record-customer-updated.ts'

type CustomerBody = BodyOf<'updateCustomer'>

/**
 * Changes a customer's e-mail address, language, postal address, tax identifiers and metadata; metadata merges per key. The next charge is
 * taxed at the new address, even a charge that was waiting for an address. An e-mail address entered in the portal takes effect only after
 * it is confirmed.
 */
export const updateCustomer = (
  billing: Billing,
  call: CallerContext,
  id: string,
  body: CustomerBody,
): Promise<Customer> =>
  write(billing.database, call.organization.id, async (work) => {
    const { db, now } = work
    // The check for double purchases compares customer and e-mail address under these locks, so neither may change during the check.
    await lockNames(work, lockNamesOfCustomer({ id, email: body.email ?? null }))
    const stored = await lockCustomer(work, id)
    if (stored === undefined) throw new Problem('not_found', `There is no customer ${id}.`)
    refuseErased(stored)
    const { principal } = call
    if (principal.kind === 'portal' && body.email !== undefined) {
      await lockPortalSession(work, call)
      askToConfirm(work, { id, stored, email: body.email, portalSessionId: principal.sessionId })
    }
    const email = body.email === undefined || principal.kind === 'portal' ? stored.email : body.email
    const locale = body.locale === undefined ? stored.locale : body.locale
    const taxIds = body.tax_ids === undefined ? stored.taxIds : readTaxIds(body.tax_ids ?? [])
    const metadata = mergeMetadata(stored.metadata, body.metadata, 'body.metadata')
    const address =
      body.address === undefined ? stored.address : body.address && mergeAddress(stored.address, body.address)
    if (principal.kind === 'portal' && body.address !== undefined) refuseOtherCountry(stored.address, address)
    const moves = body.address !== undefined && !isDeepStrictEqual([address, null], [stored.address, stored.taxAddress])
    const isSame =
      !moves &&
      email === stored.email &&
      locale === stored.locale &&
      isDeepStrictEqual(taxIds, stored.taxIds) &&
      JSON.stringify(metadata) === JSON.stringify(stored.metadata)
    // A merchant's change cancels the changes that the customer has requested but not confirmed. The link sent to a former address can then
    // no longer undo an earlier change.
    if (email !== stored.email) await endEmailChanges(work, { customerId: id, links: ['new_email', 'old_email'] })
    if (!isSame) {
      await db
        .updateTable('customers')
        .set({
          email,
          locale,
          taxIds: JSON.stringify(taxIds),
          metadata: JSON.stringify(metadata),
          // The merchant's address replaces the one that the shopper entered at an earlier checkout.
          ...(moves && { address: address && JSON.stringify(address), taxAddress: null }),
          updatedAt: now,
        })
        .where('id', '=', id)
        .execute()
      if (moves) endWaitForAddress(work, id)
      await recordCustomerUpdated(work, id, {
        email: stored.email,
        locale: stored.locale,
        tax_ids: stored.taxIds,
        metadata: stored.metadata,
        ...(moves && { address: stored.address }),
      })
    }
    const customer = await loadShownCustomer(db, id)
    saveIdempotentResponse(work, call, customer)
    return customer
  })

interface RequestedEmail {
  readonly id: string
  readonly stored: Pick<CustomerRow, 'email' | 'locale'>
  readonly email: string | null
  readonly portalSessionId: string
}

/**
 * Owes the email with the link that confirms a new address. The link goes to the new address, because only a person who reads mail to this
 * address may claim it.
 */
const askToConfirm = (work: Write, { id, stored, email, portalSessionId }: RequestedEmail): void => {
  if (email === stored.email) return
  if (email === null) throw invalidValue('body.email', 'A customer replaces the address, and cannot take it away.')
  oweEmail(work, {
    kind: 'sign_in',
    customerId: id,
    facts: { portal_session_id: portalSessionId },
    to: { email, locale: stored.locale },
  })
}

/** Throws if the form or check digits of a tax identifier are wrong. */
const readTaxIds = (given: readonly TaxId[]): readonly TaxId[] =>
  given.map((taxId, at) => {
    const read = readTaxId(taxId)
    if (read !== undefined) return read
    const message = `This is no ${taxId.type}: its form or its check digits are wrong.`
    throw invalidValue(`body.tax_ids.${at}.value`, message)
  })

/** The country of a customer selects prices, so only the merchant's backend may change it or remove the address. */
const refuseOtherCountry = (stored: Address | null, given: Address | null): void => {
  if (given !== null && (given.country ?? null) === (stored?.country ?? null)) return
  const message = 'Only the merchant changes the country of a customer, because it selects prices.'
  throw invalidValue('body.address.country', message)
}
