import { quantityOf, knownCountry } from '@billing-checkout/domain'
import type { CustomerLinks, EmailInput, PaidCharge } from '../../emails/content/email-input.ts'
import type { Organization } from '../../organization/organization.ts'
import { firstLocale } from '../../presenters/languages/first-locale.ts'
import { formatPlanName } from '../../presenters/languages/format-units.ts'
import { consentIdOfSession } from '../../presenters/payments/consent-ids.ts'
import { loadSubscriptions } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { CustomerRow, EmailRow } from '../../store/rows.ts'
import type { StoredConsent } from '../../store/schema/consents.ts'
import type { Billing } from '../billing.ts'
import { declarationPageUrl, withdrawalUrl, portalPageUrl } from '../links/our-pages.ts'

interface EmailToWrite {
  readonly email: EmailRow
  /** Null if the email names no customer, because its address may not belong to one. */
  readonly customer: CustomerRow | null
  /** The address to which the email is sent. */
  readonly to: string
  readonly organization: Organization
  /** The URL of the button; null if the email has none. */
  readonly actionUrl: string | null
}

type EmailBilling = Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages' | 'publicUrl' | 'mailer'>

/** Loads everything that an email is written from. Charges come from the frozen quote, and agreements from the consent receipt. */
export const loadEmailInput = async (
  billing: EmailBilling,
  db: OrganizationDatabase,
  { email, customer, to, organization, actionUrl }: EmailToWrite,
): Promise<EmailInput> => {
  const { subscriptionId, paymentId, facts } = email
  const [subscriptions, charge, change, latest, declaration = null] = await Promise.all([
    loadSubscriptions(db, subscriptionId === null ? [] : [subscriptionId]),
    paymentId === null ? undefined : findCharge(db, paymentId),
    facts.session_id === undefined ? undefined : findFreeChange(db, facts.session_id),
    customer === null ? undefined : findLatestConsent(db, customer.id),
    customer !== null || facts.declaration_id === undefined ? undefined : findDeclaration(db, facts.declaration_id),
  ])
  const [subscription = null] = subscriptions
  const consent = charge?.consent ?? change?.consent ?? null
  const { settings, name } = organization
  const before = charge?.planBefore ?? null
  return {
    kind: email.kind,
    facts: { ...(before !== null && { plan_before: before }), ...facts },
    at: facts.happened_at ?? email.createdAt,
    locale: email.locale ?? firstLocale([customer?.locale, consent?.locale, latest?.locale, settings.locale]),
    seller: {
      name: settings.display_name ?? name,
      legalName: settings.legal_name ?? null,
      legalAddress: settings.legal_address ?? null,
      brandColor: settings.brand_color ?? null,
    },
    links: customerLinks(billing, organization, {
      country: charge?.country ?? customer?.address?.country ?? null,
      contract: contractNamedIn(email),
    }),
    customerName: customer === null ? (declaration?.fullName ?? null) : customer.fullName,
    // The notice of a changed address goes to the former address and names the new one.
    customerEmail: (email.kind === 'email_changed' && customer?.email) || to,
    taxIds: (customer?.taxIds ?? []).map(({ value }) => value),
    plan: nameOfSold(charge?.paid, facts, subscription),
    subscription,
    payment: charge?.paid ?? change?.paid ?? null,
    consent,
    declaration,
    actionUrl,
    isSandbox: billing.mode === 'sandbox',
  }
}

/**
 * The contract to which an email's links to our pages refer; null for none. For a plan change, this is the change's own payment or consent,
 * so that a withdrawal does not end the whole subscription.
 */
const contractNamedIn = ({ kind, subscriptionId, paymentId, facts }: EmailRow): string | null => {
  if (kind === 'plan_changed' && paymentId !== null) return paymentId
  return facts.session_id === undefined ? (subscriptionId ?? paymentId) : consentIdOfSession(facts.session_id)
}

/**
 * The name and quantity of the plan that was charged, or to which the subscription changed; otherwise the name and quantity of the
 * subscription's plan.
 */
const nameOfSold = (
  charge: PaidCharge | undefined,
  facts: EmailRow['facts'],
  subscription: EmailInput['subscription'],
): string => {
  const { terms } = charge?.quote ?? {}
  if (terms !== undefined) return formatPlanName(terms.name, terms.quantity)
  return (
    facts.plan_after ?? (subscription === null ? '' : formatPlanName(subscription.plan.name, subscription.quantity))
  )
}

interface FoundCharge {
  readonly paid: PaidCharge
  readonly consent: StoredConsent | null
  /** The country of sale; null if it is unknown. */
  readonly country: string | null
  /** The name of the plan that a paid change replaced; null if nothing was replaced. */
  readonly planBefore: string | null
}

const findCharge = async (db: OrganizationDatabase, paymentId: string): Promise<FoundCharge | undefined> => {
  const row = await db
    .selectFrom('payments')
    .innerJoin('claims', (join) => join.onRef('claims.id', '=', 'payments.claimId'))
    .leftJoin('subscriptions', (join) => join.onRef('subscriptions.id', '=', 'payments.subscriptionId'))
    .select(['payments.amount', 'payments.currencyCode', 'payments.paymentMethod', 'payments.consent'])
    .select(['claims.quote', 'subscriptions.countryOfSale'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { amount, currencyCode: currency, paymentMethod: method, quote, countryOfSale } = row
  const former = quote.quotedOn
  const plan =
    former === null || (former.planId === quote.terms.id && former.quantity === quantityOf(quote.terms))
      ? undefined
      : await db.selectFrom('plans').select('name').where('id', '=', former.planId).executeTakeFirst()
  return {
    paid: { id: paymentId, amount, currency, method, quote },
    consent: row.consent as StoredConsent | null,
    country: knownCountry(countryOfSale ?? quote.countryOfSale ?? null),
    planBefore: plan === undefined ? null : formatPlanName(plan.name, former?.quantity),
  }
}

/**
 * The declaration of a consumer who did not sign in. Only a customer's address gets the typed text by email; otherwise, strangers could
 * use the form to send any text to any address in the merchant's name. The page has shown the text, and offers it for download.
 */
const findDeclaration = async (db: OrganizationDatabase, id: string) => {
  const [declaration, customer] = await Promise.all([
    db
      .selectFrom('declarations')
      .select(['fullName', 'contract', 'requestedEndAt', 'forCause', 'reason', 'receivedAt'])
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('customers')
      .innerJoin('declarations', 'declarations.emailKey', 'customers.foldedEmail')
      .select('customers.id')
      .where('declarations.id', '=', id)
      .limit(1)
      .executeTakeFirst(),
  ])
  return declaration && customer === undefined
    ? { ...declaration, fullName: null, contract: null, reason: null }
    : declaration
}

const findFreeChange = async (db: OrganizationDatabase, sessionId: string) => {
  const row = await db
    .selectFrom('freeChanges')
    .select(['quote', 'consent'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { amount, currency } = row.quote.draft.dueNow
  const paid: PaidCharge = { id: null, amount, currency, method: null, quote: row.quote }
  return { paid, consent: row.consent as StoredConsent }
}

const findLatestConsent = async (db: OrganizationDatabase, customerId: string): Promise<StoredConsent | undefined> => {
  const row = await db
    .selectFrom('consents')
    .select('consent')
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.consent
}

/**
 * The links by which the customer can cancel, withdraw, ask questions, read the terms and sign in. The links for cancelling and withdrawing
 * lead to the organization's own pages, or else to our pages for this contract. The country of sale decides whether the customer has a
 * right to withdraw.
 */
const customerLinks = (
  billing: EmailBilling,
  organization: Organization,
  { country, contract }: { readonly country: string | null; readonly contract: string | null },
): CustomerLinks => {
  const { id, settings } = organization
  const { cancel_url, support_email, terms_url, privacy_url } = settings
  return {
    cancelUrl: cancel_url ?? declarationPageUrl(billing, { organizationId: id, kind: 'cancel', contract }),
    withdrawalUrl: withdrawalUrl(billing, organization, { country, contract }),
    supportEmail: support_email,
    termsUrl: terms_url,
    privacyUrl: privacy_url,
    accountUrl: portalPageUrl(billing, id),
  }
}
