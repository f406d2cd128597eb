import { isQuantityAllowed, type PlanTerms, type Timestamp } from '@billing-checkout/domain'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { isUuid } from '../../reading/is-uuid.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { actingAs, type Actor } from '../../store/acting.ts'
import { loadPlan } from '../../store/entities/plans.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import type { PaymentLinkRow, PlanRow } from '../../store/rows.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { discountOfSale } from '../discounts/discount-of-sale.ts'
import { termsOfSale } from '../quotes/terms-of-sale.ts'
import { withTaxRates } from '../tax/decide-tax.ts'
import { hostedSession, openHostedSession } from './hosted-session.ts'
import { isPaymentLinkUnusable } from './is-payment-link-unusable.ts'

/** What a payment link sells. */
export interface LinkOffer {
  readonly organization: Organization
  readonly plan: PlanRow
  /** The price of the whole quantity with the discount, for a shopper whose country is unknown. */
  readonly terms: PlanTerms
}

/** What the payment link with this id sells; `undefined` if there is no such link, or if it no longer sells anything. */
export const findLinkOffer = async (billing: Billing, id: string): Promise<LinkOffer | undefined> => {
  const organization = await findSeller(billing, id)
  if (organization === undefined) return undefined
  const db = inOrganization(billing.database, organization.id)
  const sold = await findSold(db, id, await readBillingClock(db))
  return sold && { organization, plan: sold.plan, terms: sold.terms }
}

/** What a shopper submits on a payment link's page, and the actor for the audit log. */
export interface Purchase extends Pick<Actor, 'address' | 'requestId'> {
  readonly id: string
  readonly email: string
}

/**
 * Opens a session in which a shopper buys what the payment link sells, and returns its id; `undefined` if the link no longer sells
 * anything. The session identifies the shopper by the e-mail address alone, which anyone can type.
 */
export const openPaymentLinkSession = async (
  billing: Billing,
  { id, email, ...actor }: Purchase,
): Promise<string | undefined> => {
  const organization = await findSeller(billing, id)
  if (organization === undefined) return undefined
  return actingAs({ who: 'shopper', what: 'openPurchase', ...actor }, () =>
    withTaxRates(billing, (rated) =>
      write(billing.database, organization.id, (work) => openSession(rated, work, organization, { id, email })),
    ),
  )
}

const openSession = async (
  billing: Billing,
  work: Write,
  organization: Organization,
  { id, email }: Pick<Purchase, 'id' | 'email'>,
): Promise<string | undefined> => {
  const { db, now } = work
  const sold = await findSold(db, id, now)
  if (sold === undefined) return undefined
  const { link, plan } = sold
  const members = {
    customer: { email },
    plan: { id: plan.id, quantity: plan.quantity === null ? null : link.quantity },
    ...(link.discountId !== null && { discount: { id: link.discountId } }),
    options: { return_url: link.returnUrl },
  }
  const session = hostedSession(work, members, { hostedAs: 'link', linkId: id })
  return openHostedSession(billing, work, organization, session, { plan })
}

/** The organization that made a link, unless it is archived. */
const findSeller = async ({ database }: Billing, id: string): Promise<Organization | undefined> => {
  if (!isUuid(id, 'link_')) return undefined
  const found = await acrossOrganizations(database, 'link id')
    .selectFrom('paymentLinks')
    .innerJoin('organizations', 'organizations.id', 'paymentLinks.organizationId')
    .select('organizations.id')
    .where('paymentLinks.id', '=', id)
    .where('organizations.archivedAt', 'is', null)
    .executeTakeFirst()
  return found && loadOrganization(database, found.id)
}

/** A link with its plan and terms; `undefined` if the link, plan, quantity or discount cannot be bought now. */
const findSold = async (
  db: OrganizationDatabase,
  id: string,
  now: Timestamp,
): Promise<(Pick<LinkOffer, 'plan' | 'terms'> & { readonly link: PaymentLinkRow }) | undefined> => {
  const link = await db.selectFrom('paymentLinks').selectAll().where('id', '=', id).executeTakeFirst()
  if (link === undefined || isPaymentLinkUnusable(link, now)) return undefined
  const plan = await loadPlan(db, link.planId)
  if (plan === undefined || plan.archivedAt !== null || !isQuantityAllowed(plan.quantity, link.quantity))
    return undefined
  const terms = termsOfSale(plan, { country: null, quantity: link.quantity })
  if (link.discountId === null) return { link, plan, terms }
  const sale = { plan, currency: terms.price.currency, customerId: null, email: null, now }
  const found = await discountOfSale(db, { id: link.discountId }, sale)
  return 'refusal' in found ? undefined : { link, plan, terms: { ...terms, discount: found.discount } }
}
