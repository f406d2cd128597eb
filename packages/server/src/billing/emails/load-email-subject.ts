import { withdrawalLawIn } from '@billing-checkout/domain'
import type { EmailSubject, PaidCharge, WaysOut } from '../../emails/content/email-subject.ts'
import type { Organization } from '../../organization/organization.ts'
import { firstLocale } from '../../presenters/languages/first-locale.ts'
import { loadSubscriptions } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { CustomerRow, EmailRow } from '../../store/rows.ts'
import type { StoredConsent } from '../../store/schema/consents.ts'
import type { Billing } from '../billing.ts'

/** An email's row with its customer and seller. */
interface EmailToWrite {
  readonly email: EmailRow
  readonly customer: CustomerRow & { readonly email: string }
  readonly organization: Organization
  /** Where the button leads; null: the email has none. */
  readonly actionUrl: string | null
}

/** Reads everything that an email is written from: what was charged by its frozen quote, what was agreed by the consent receipt. */
export const loadEmailSubject = async (
  { mode }: Pick<Billing, 'mode'>,
  db: OrganizationDatabase,
  { email, customer, organization, actionUrl }: EmailToWrite,
): Promise<EmailSubject> => {
  const { subscriptionId, paymentId, facts } = email
  const [subscriptions, charge, change, latest] = await Promise.all([
    loadSubscriptions(db, subscriptionId === null ? [] : [subscriptionId]),
    paymentId === null ? undefined : findCharge(db, paymentId),
    facts.session_id === undefined ? undefined : findFreeChange(db, facts.session_id),
    findLatestConsent(db, customer.id),
  ])
  const [subscription = null] = subscriptions
  const consent = charge?.consent ?? change?.consent ?? null
  const { settings, name } = organization
  const before = charge?.planBefore ?? null
  return {
    kind: email.kind,
    facts: { ...(before !== null && { plan_before: before }), ...facts },
    at: facts.happened_at ?? email.createdAt,
    locale: email.locale ?? firstLocale([customer.locale, consent?.locale, latest?.locale, settings.locale]),
    seller: {
      name: settings.display_name ?? name,
      legalName: settings.legal_name ?? null,
      legalAddress: settings.legal_address ?? null,
      brandColor: settings.brand_color ?? null,
    },
    ways: waysOut(settings, charge?.country ?? customer.address?.country ?? null),
    customerName: customer.fullName,
    customerEmail: customer.email,
    plan: charge?.paid.quote.terms?.name ?? facts.plan_after ?? subscription?.plan.name ?? '',
    subscription,
    payment: charge?.paid ?? change?.paid ?? null,
    consent,
    actionUrl,
    isSandbox: mode === 'sandbox',
  }
}

interface FoundCharge {
  readonly paid: PaidCharge
  readonly consent: StoredConsent | null
  /** The country of sale; null if it is not known. */
  readonly country: string | null
  /** The name of the plan that a paid change ended. */
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
  const former = quote.quotedOn?.planId
  const plan =
    former === undefined || former === quote.terms.id
      ? undefined
      : await db.selectFrom('plans').select('name').where('id', '=', former).executeTakeFirst()
  return {
    paid: { id: paymentId, amount, currency, method, quote },
    consent: row.consent as StoredConsent | null,
    country: countryOfSale ?? quote.countryOfSale ?? null,
    planBefore: plan?.name ?? null,
  }
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

/** Where the customer can cancel, withdraw and ask: the right to withdraw depends on the country of sale. */
const waysOut = (
  { cancel_url, withdrawal_url, support_email, terms_url, privacy_url }: Organization['settings'],
  country: string | null,
): WaysOut => {
  const withdrawal = withdrawal_url ?? (support_email === null ? null : `mailto:${support_email}`)
  return {
    cancelUrl: cancel_url,
    withdrawalUrl: withdrawalLawIn(country).days > 0 ? withdrawal : null,
    supportEmail: support_email,
    termsUrl: terms_url,
    privacyUrl: privacy_url,
  }
}
