import {
  type Checkout,
  type CheckoutPurpose,
  type CurrencyDetails,
  type DeviceWalletType,
  type Payment,
  Problem,
} from '@billing-checkout/contract'
import {
  consentRules,
  formatMoney,
  regionCodeOf,
  regionsToChoose,
  type TaxPlaceField,
  required,
} from '@billing-checkout/domain'
import { organizationOf } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { presentMerchant } from '../../presenters/organization/present-merchant.ts'
import { firstLocale, languagesOf } from '../../presenters/languages/first-locale.ts'
import { presentClientSession, presentNothing } from '../../presenters/sessions/present-client-session.ts'
import { presentDiscountInUse } from '../../presenters/plans/present-discount.ts'
import { presentSavedMethod } from '../../presenters/customers/present-payment-method.ts'
import { presentQuote, presentQuoteDisplay, presentReceiptDisplay } from '../../presenters/sessions/present-quote.ts'
import { redactPayment, redactSession } from '../../presenters/redaction/redact-for.ts'
import { type CheckoutRows, loadCheckoutRows } from '../../store/entities/checkout-rows.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { shareConnection } from '../../store/engine/transactions/share-connection.ts'
import type { FrozenQuote } from '../../store/schema/client-sessions.ts'
import type { ShownQuote } from '../../store/schema/free-changes.ts'
import { loadPayments } from '../../presenters/payments/load-payments.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { TaxAddress } from '../../store/schema/customers.ts'
import type { Billing } from '../billing.ts'
import { withOurPages } from '../links/declaration-page.ts'
import { withdrawalFrom } from '../quotes/withdrawal-from.ts'
import { attemptsPerSession } from '../checks/refuse-card-testing.ts'
import { foreseeRefusal } from './foresee-refusal.ts'
import { freezeQuote, quoteOfPreview } from '../quotes/freeze-quote.ts'
import { connectionsByKind, framedKinds } from '../charge-input/kinds-offered.ts'
import { saleOf } from './processor-of-cards.ts'
import { withNextAction } from './next-action.ts'
import { isLinkOver } from '../hosted/is-link-over.ts'
import { isRecoveryOver } from '../hosted/is-recovery-over.ts'
import { ownOriginOf } from '../hosted/own-origin-of.ts'
import { asAgreed, loadShownQuote, showsReceipt } from './receipt-of-session.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import { needsMethod } from '../checks/refuse-unpayable-due.ts'
import { refuseUnlessTaxable } from '../checks/refuse-untaxed.ts'
import { taxCountryOfSession } from '../tax/tax-address.ts'
import { takesCodes } from '../discounts/takes-codes.ts'
import { currencyDetailsOf } from '../quotes/currency-details-of.ts'
import { type ResolvedSession, resolveSession } from '../quotes/resolve-session.ts'

/** A widget's request when it starts. */
export interface CheckoutRequest {
  readonly sessionId: string
  /** The element's own locale, if it has one. */
  readonly locale: string | undefined
  /** The languages of the page or browser, used if neither the element nor the session has a locale. */
  readonly acceptLanguage: string | undefined
  /** Refuses an origin that may not embed this organization's checkout; otherwise calls `show` at the organization's turn. */
  readonly admit: <Shown>(
    organization: Organization,
    show: () => Promise<Shown>,
    session: ClientSessionRow,
  ) => Promise<Shown>
}

/** Everything a widget needs, in one answer. If the session exists, it is answered in every phase. */
export const readCheckout = async (billing: Billing, request: CheckoutRequest): Promise<Checkout> => {
  const rows = await loadCheckoutRows(billing.database, request.sessionId, attemptsPerSession)
  if (rows === undefined) throw new Problem('not_found', 'There is no such client session.')
  const organization = withOurPages(billing, organizationOf(rows.organization))
  const show = () => showCheckout(billing, request, { organization, rows })
  const shown = await request.admit(organization, show, rows.session)
  return shown ?? readCheckout(billing, request)
}

interface CheckoutShown {
  readonly organization: Organization
  readonly rows: CheckoutRows
  /** A resolved session that is not stored. It gets no token, and its quote is not stored either. */
  readonly preview?: ResolvedSession
}

/** The checkout that the rows describe; `undefined` if they have changed since they were read. */
export const showCheckout = async (
  billing: Billing,
  request: Pick<CheckoutRequest, 'locale' | 'acceptLanguage'>,
  { organization, rows, preview }: CheckoutShown,
): Promise<Checkout | undefined> => {
  const { session, now } = rows
  const db = inOrganization(shareConnection(billing.database), organization.id)

  const context = {
    billing,
    db,
    organization,
    now,
    loadedRows: { ...rows, customer: rows.customer ?? null },
  }
  const [latest] = rows.payments
  const payment = latest && (await loadPayments(db, [latest.id]))[0]
  // The payment's status has changed since the rows were read, and the session with it, so read both again.
  if (payment !== undefined && payment.payment_status !== latest?.paymentStatus) return undefined
  const phase = phaseOf(rows, payment)
  const isOver = phase === 'completed' && !showsReceipt(session, billing.wallClock())
  const isAgreed = phase === 'processing' || (phase === 'completed' && !isOver)
  const quoteOpen = async () => {
    const view = preview ?? (await resolveSession(context, session))
    if (phase === 'open' && view.quote) refuseUnlessTaxable(organization, view.quote.tax)
    const isShown = view.purpose !== null && phase === 'open' && view.quote !== undefined
    return {
      view,
      frozen: isShown ? await (preview ? quoteOfPreview(context, view) : freezeQuote(context, view)) : null,
      refusal: isShown ? foreseeRefusal(organization, view, { ...rows, hasMethods: hasMethods(view) }) : null,
    }
  }
  const hasMethods = (view: ResolvedSession): boolean =>
    connectionsByKind(billing, organization, saleOf(view)).size + savedMethods(rows).length > 0
  // Queries that start together take one round trip to the database.
  const [{ view, frozen, refusal }, receipt, paymentShown] = await Promise.all([
    quoteOpen(),
    isAgreed ? loadShownQuote(db, session, payment?.id) : undefined,
    payment && !isOver ? withNextAction(billing, db, redactPayment(payment)) : null,
  ])
  const locale = localeFor(request, session.members.options?.locale)
  const connections = connectionsByKind(billing, organization, saleOf(view))
  const framed = framedKinds(billing, connections)
  const shown = asAgreed(view, receipt)
  const details = currencyDetailsOf(billing, organization, shown, locale)
  const quotes = presentQuotes(view, { frozen, receipt, details, locale })
  return {
    session: redactSession(isOver ? presentNothing(view) : presentClientSession(shown, details)),
    client_token: !preview && (phase === 'open' || phase === 'processing') ? await issueToken(billing, rows) : null,
    purpose: isOver
      ? null
      : phase === 'completed'
        ? ((latest?.purpose as CheckoutPurpose | undefined) ?? purposeServedFreely(view))
        : view.purpose,
    missing: [...view.missing],
    phase,
    payment: paymentShown,
    unwanted_payment: phase === 'expired' && payment ? presentUnwanted(payment, locale) : null,
    ...quotes,
    allow_codes: phase === 'open' && takesCodes(view),
    discount:
      quotes.quote === null || shown.quote === undefined
        ? null
        : presentDiscountInUse(shown.quote, session.members.discount?.code, locale),
    subscription: isOver ? null : presentSubscriptionPart(rows),
    // A completed checkout shows no saved methods, so that a person who finds its link sees no cards.
    payment_methods: phase === 'completed' ? [] : savedMethods(rows).map(presentSavedMethod),
    needs_method: needsMethod(shown),
    method_kinds: [...connections.keys()].filter((kind) => !framed.some((wallet) => wallet === kind)),
    connections: Object.fromEntries(connections),
    wallet_frames:
      frozen === null || preview ? [] : framed.map((type) => ({ type, url: frameOf(billing, session, type, quotes) })),
    refusal,
    merchant: presentMerchant(organization),
    consent: presentConsent(view, organization),
    tax_address: isOver ? null : presentTaxAddress(view),
    locale,
    mode: billing.mode,
    frame_origin: billing.frameOrigin(),
    now: { wall: billing.wallClock(), billing: now },
  }
}

/** The URL of the frame with a wallet's button for the current quote. Another quote has another URL. */
const frameOf = (
  { frameOrigin, publicUrl }: Billing,
  { id }: ClientSessionRow,
  type: DeviceWalletType,
  { quote }: Pick<Checkout, 'quote'>,
): string => `${frameOrigin() ?? publicUrl()}/frame/${id}/${type}/${quote?.hash}`

/** The amount that goes back of a payment that was no longer wanted when it was approved. */
const presentUnwanted = (
  { amount, currency_code: currency, status_reason: reason }: Payment,
  locale: string,
): Checkout['unwanted_payment'] =>
  reason?.status === 'unwanted'
    ? { amount, formatted_amount: formatMoney({ amount, currency }, locale).formattedAmount }
    : null

/** The quote that the shopper has to agree to, or has agreed to, with its texts; null if there is none. */
const presentQuotes = (
  { quote, session }: ResolvedSession,
  { frozen, receipt, details, locale }: QuotesShown,
): Pick<Checkout, 'quote' | 'quote_display'> => {
  if (frozen !== null) {
    const open = required(quote, 'quote of client session', session.id)
    return {
      quote: presentQuote(open, frozen),
      quote_display: details ? presentQuoteDisplay(open, details, locale) : null,
    }
  }
  if (receipt === undefined) return { quote: null, quote_display: null }
  const { at } = receipt.draft
  const agreed = session.quote ?? { id: '', expiresAt: at }
  return { quote: presentQuote(receipt, agreed), quote_display: presentReceiptDisplay(receipt, locale) }
}

interface QuotesShown {
  readonly frozen: FrozenQuote | null
  readonly receipt: ShownQuote | undefined
  readonly details: CurrencyDetails | undefined
  readonly locale: string
}

const phaseOf = (rows: CheckoutRows, payment: Payment | undefined): Checkout['phase'] => {
  const { session, link, now } = rows
  if (session.completedAt !== null) return 'completed'
  if (payment?.payment_status === 'PENDING') return 'processing'
  const isOver = isRecoveryOver(rows) || (link !== undefined && isLinkOver(link, now))
  return now < session.expiresAt && !isOver ? 'open' : 'expired'
}

/** The purpose of a session that was completed without a payment, because its subscription no longer shows it. */
const purposeServedFreely = ({ session: { members } }: ResolvedSession): CheckoutPurpose =>
  members.plan?.id || members.plan?.quantity ? 'change_plan' : 'resume'

/** A token never outlives its session. The billing clock may be moved, so the token's lifetime is the session's remaining time. */
const issueToken = (billing: Billing, { session, now }: CheckoutRows): Promise<string> => {
  const left = Math.max(Date.parse(session.expiresAt) - Date.parse(now), 60_000)
  const wall = billing.wallClock()
  return billing.clientTokens.issueClientToken({
    audience: 'checkout',
    organizationId: session.organizationId,
    sessionId: session.id,
    ownOrigin: ownOriginOf(billing, session),
    wall,
    notAfter: new Date(Date.parse(wall) + left).toISOString(),
  })
}

/** Stored methods, if the session wants them and the merchant named the customer: any shopper can type an e-mail address. */
const savedMethods = ({ session: { members }, methods }: CheckoutRows): CheckoutRows['methods'] =>
  isBuyerNamed(members) && members.options?.payment_methods_mode !== 'new_only' ? methods : []

/** A recovery link may be passed on, so it shows no stored method. */
const presentSubscriptionPart = ({
  session,
  subscription,
  currentPlan,
  methodCharged,
}: CheckoutRows): Checkout['subscription'] =>
  subscription === undefined
    ? null
    : {
        status: subscription.status,
        plan_name: required(currentPlan, 'plan of subscription', subscription.id).name,
        current_period_end: subscription.currentPeriodEnd,
        method: methodCharged && session.hostedAs !== 'recovery' ? presentSavedMethod(methodCharged) : null,
      }

const presentConsent = (
  { country, customer, purpose, quote, session }: ResolvedSession,
  { settings }: Organization,
): Checkout['consent'] => {
  const fields = addressFields(session.taxAddress, quote?.tax.asks ?? [])
  const taxCountry = fields.includes('state') ? taxCountryOfSession(session, customer) : null
  const rules = consentRules(country, purpose)
  const withdrawal = withdrawalFrom({ country, purpose }, settings)
  return {
    country,
    checkbox_required: rules.checkboxRequired || (withdrawal !== null && withdrawal.supply !== 'none'),
    obligation_button: rules.obligationButton,
    withdrawal,
    address_fields: fields,
    address_regions: taxCountry === null ? [] : regionsToChoose(taxCountry).map(({ code, name }) => ({ code, name })),
    version: rules.version,
  }
}

/** The place that the shopper entered, with the code of the state. */
const presentTaxAddress = ({ session, customer }: ResolvedSession): TaxAddress | null => {
  const { taxAddress: said } = session
  if (said?.state == null) return said
  const country = taxCountryOfSession(session, customer)
  return { ...said, state: (country && regionCodeOf(country, said.state)) ?? said.state }
}

/** The address parts that tax still depends on, and those that the shopper may want to correct, in the order of an address. */
const addressFields = (
  said: TaxAddress | null,
  asks: readonly TaxPlaceField[],
): Checkout['consent']['address_fields'] =>
  (['country', 'state', 'postal_code'] as const).filter((field) => asks.includes(field) || said?.[field] != null)

/** The element's locale, else the session's, else the page's or browser's, else English. */
const localeFor = (
  { locale, acceptLanguage }: Pick<CheckoutRequest, 'locale' | 'acceptLanguage'>,
  ofSession: string | null | undefined,
): string => firstLocale([locale, ofSession, ...languagesOf(acceptLanguage)])
