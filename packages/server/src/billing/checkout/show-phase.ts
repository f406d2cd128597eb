import type { Checkout, CheckoutPurpose, DeviceWalletType, Payment } from '@billing-checkout/contract'
import { formatMoney, required } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { presentSavedMethod } from '../../presenters/customers/present-payment-method.ts'
import { presentDiscountInUse } from '../../presenters/plans/present-discount.ts'
import { redactPayment, redactSession } from '../../presenters/redaction/redact-for.ts'
import { presentClientSession, presentSessionWithoutReceipt } from '../../presenters/sessions/present-client-session.ts'
import { presentQuote, presentQuoteDisplay, presentReceiptDisplay } from '../../presenters/sessions/present-quote.ts'
import type { CheckoutRows } from '../../store/entities/checkout-rows.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'
import { connectionsByKind, framedKinds } from '../charge-input/connections-by-kind.ts'
import { refuseFailedTaxCalculation } from '../checks/refuse-unknown-tax.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import { allowsDiscountCodes } from '../discounts/discount-of-sale.ts'
import { ownOriginOf } from '../hosted/hosted-session.ts'
import { currencyDetailsOf } from '../quotes/currency-details-of.ts'
import { freezeQuote, quoteOfPreview } from '../quotes/freeze-quote.ts'
import { type QuoteContext, type ResolvedSession, resolveSession } from '../quotes/resolve-session.ts'
import { withNextAction } from '../attempts/wait-for-shopper.ts'
import { loadShownQuote, withAgreedTerms } from '../sessions/receipt-of-session.ts'
import { foreseeRefusal } from './convert-to-plan-change.ts'
import { presentTaxAddress } from './present-consent.ts'
import { saleForRouting } from './processor-of-cards.ts'

/** The facts that the function for each phase of a checkout receives. */
export interface PhaseContext {
  readonly billing: Billing
  readonly db: OrganizationDatabase
  readonly organization: Organization
  readonly rows: CheckoutRows
  /** A previewed session, which is not stored; undefined for a stored session. */
  readonly preview: ResolvedSession | undefined
  readonly context: QuoteContext
  /** The session's latest payment. */
  readonly payment: Payment | undefined
  readonly locale: string
}

/** The phase of a checkout. `closed` means that the checkout was completed so long ago that it no longer shows a receipt. */
export type ShownPhase = Checkout['phase'] | 'closed'

/** The members of a checkout that depend on its phase. */
type PhaseMembers = Pick<
  Checkout,
  | 'session'
  | 'client_token'
  | 'purpose'
  | 'payment'
  | 'unwanted_payment'
  | 'quote'
  | 'quote_display'
  | 'allow_codes'
  | 'discount'
  | 'subscription'
  | 'payment_methods'
  | 'wallet_frames'
  | 'refusal'
  | 'tax_address'
>

/**
 * The result of showing a phase: the members, the session as it resolves now (`view`), and the session as the shopper sees it (`shown`).
 */
interface PhaseShown {
  readonly view: ResolvedSession
  readonly shown: ResolvedSession
  readonly members: PhaseMembers
}

/** Looks up quote and payment at the same time, so that both share one round trip to the database. */
const showOpen = async (viewed: PhaseContext): Promise<PhaseShown> => {
  const { billing, organization, rows, preview, locale } = viewed
  const [{ view, frozen, refusal }, payment] = await Promise.all([quoteOpen(viewed), presentPayment(viewed)])
  const details = currencyDetailsOf(billing, organization, view, locale)
  const open = frozen === null ? undefined : required(view.quote, 'quote of client session', rows.session.id)
  const quote = open && frozen ? presentQuote(open, frozen) : null
  const framed = frozen === null || preview ? [] : framedKinds(billing, connectionsOf(viewed, view))
  return {
    view,
    shown: view,
    members: {
      ...presentSession(viewed, view),
      ...nothingQuoted,
      client_token: preview ? null : await issueToken(billing, rows),
      purpose: view.purpose,
      payment,
      quote,
      quote_display: open && details ? presentQuoteDisplay(open, details, locale) : null,
      allow_codes: allowsDiscountCodes(view),
      discount: open ? presentDiscountInUse(open, rows.session.members.discount?.code, locale) : null,
      payment_methods: savedMethods(rows).map(presentSavedMethod),
      wallet_frames: framed.map((type) => ({ type, url: urlOfFrame(billing, rows.session, type, { quote }) })),
      refusal,
    },
  }
}

/** Resolves an open session, freezes its quote, and foresees whether a payment would be refused. */
const quoteOpen = async (viewed: PhaseContext) => {
  const { context, organization, rows, preview } = viewed
  const view = preview ?? (await resolveSession(context, rows.session))
  if (view.quote) refuseFailedTaxCalculation(organization, view.quote.tax)
  if (view.purpose === null || view.quote === undefined) return { view, frozen: null, refusal: null }
  const hasMethods = connectionsOf(viewed, view).size + savedMethods(rows).length > 0
  return {
    view,
    frozen: await (preview ? quoteOfPreview(context, view) : freezeQuote(context, view)),
    refusal: foreseeRefusal(organization, view, { ...rows, hasMethods }),
  }
}

const showProcessing = async (viewed: PhaseContext): Promise<PhaseShown> => {
  const { billing, rows } = viewed
  const { view, shown, members } = await showAgreed(viewed)
  const client_token = await issueToken(billing, rows)
  const payment_methods = savedMethods(rows).map(presentSavedMethod)
  return { view, shown, members: { ...members, client_token, purpose: view.purpose, payment_methods } }
}

/** Shows no saved methods, so that a completed checkout's link discloses no cards to a person who finds it. */
const showCompleted = async (viewed: PhaseContext): Promise<PhaseShown> => {
  const { view, shown, members } = await showAgreed(viewed)
  const [latest] = viewed.rows.payments
  const purpose = (latest?.purpose as CheckoutPurpose | undefined) ?? purposeServedFreely(view)
  return { view, shown, members: { ...members, purpose, payment_methods: [] } }
}

/** Shows the quote that the shopper agreed to, while its payment is processed and on the receipt. */
const showAgreed = async (viewed: PhaseContext) => {
  const { db, context, rows, locale } = viewed
  const { session } = rows
  const [view, receipt, payment] = await Promise.all([
    resolveSession(context, session),
    loadShownQuote(db, session, viewed.payment?.id),
    presentPayment(viewed),
  ])
  const shown = withAgreedTerms(view, receipt)
  const agreed = receipt && (session.quote ?? { id: '', expiresAt: receipt.draft.at })
  const members = {
    ...presentSession(viewed, view, shown),
    ...nothingQuoted,
    payment,
    ...(receipt &&
      agreed && {
        quote: presentQuote(receipt, agreed),
        quote_display: presentReceiptDisplay(receipt, locale),
        discount: shown.quote ? presentDiscountInUse(shown.quote, session.members.discount?.code, locale) : null,
      }),
  }
  return { view, shown, members }
}

/**
 * Shows neither payment, subscription nor methods, because the receipt is no longer shown by then, and the checkout's link may have been
 * passed on.
 */
const showClosed = async ({ context, rows }: PhaseContext): Promise<PhaseShown> => {
  const view = await resolveSession(context, rows.session)
  return {
    view,
    shown: view,
    members: {
      session: redactSession(presentSessionWithoutReceipt(view)),
      ...nothingQuoted,
      purpose: null,
      payment: null,
      subscription: null,
      payment_methods: [],
      tax_address: null,
    },
  }
}

const showExpired = async (viewed: PhaseContext): Promise<PhaseShown> => {
  const { context, rows, payment, locale } = viewed
  const [view, paymentShown] = await Promise.all([resolveSession(context, rows.session), presentPayment(viewed)])
  return {
    view,
    shown: view,
    members: {
      ...presentSession(viewed, view),
      ...nothingQuoted,
      purpose: view.purpose,
      payment: paymentShown,
      unwanted_payment: payment ? presentUnwanted(payment, locale) : null,
      payment_methods: savedMethods(rows).map(presentSavedMethod),
    },
  }
}

/** The function that shows each phase. */
export const showPhase: Readonly<Record<ShownPhase, (viewed: PhaseContext) => Promise<PhaseShown>>> = {
  open: showOpen,
  processing: showProcessing,
  completed: showCompleted,
  closed: showClosed,
  expired: showExpired,
}

const nothingQuoted = {
  client_token: null,
  unwanted_payment: null,
  quote: null,
  quote_display: null,
  allow_codes: false,
  discount: null,
  wallet_frames: [],
  refusal: null,
}

const presentSession = (
  { billing, organization, rows, locale }: PhaseContext,
  view: ResolvedSession,
  shown: ResolvedSession = view,
) => ({
  session: redactSession(presentClientSession(shown, currencyDetailsOf(billing, organization, shown, locale))),
  subscription: presentSubscriptionPart(rows),
  tax_address: presentTaxAddress(view),
})

const presentPayment = ({ billing, db, payment }: PhaseContext) =>
  payment ? withNextAction(billing, db, redactPayment(payment)) : null

/** The connection that charges each offered kind of method in this sale. */
export const connectionsOf = ({ billing, organization }: PhaseContext, view: ResolvedSession) =>
  connectionsByKind(billing, organization, saleForRouting(view))

/** The URL of the frame with a wallet's button. It contains the hash of the current quote, so a new quote has a new URL. */
const urlOfFrame = (
  { frameOrigin, publicUrl }: Billing,
  { id }: ClientSessionRow,
  type: DeviceWalletType,
  { quote }: Pick<Checkout, 'quote'>,
): string => `${frameOrigin() ?? publicUrl()}/frame/${id}/${type}/${quote?.hash}`

/**
 * The amount that is returned to the payer of a payment that was no longer wanted when the processor approved it; null for any other
 * payment.
 */
const presentUnwanted = (
  { amount, currency_code: currency, status_reason: reason }: Payment,
  locale: string,
): Checkout['unwanted_payment'] =>
  reason?.status === 'unwanted'
    ? { amount, formatted_amount: formatMoney({ amount, currency }, locale).formattedAmount }
    : null

/**
 * The purpose of a session that was completed without a payment. It is derived from the session, because the subscription no longer shows
 * the change.
 */
const purposeServedFreely = ({ session: { members } }: ResolvedSession): CheckoutPurpose =>
  members.plan?.id || members.plan?.quantity ? 'change_plan' : 'resume'

/**
 * Issues a client token for at most the time that its session has left, or for a minute if less is left. The session expires by the billing
 * clock, which may be moved, but the token by the wall clock.
 */
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

/**
 * The stored methods to show. None if the session takes only new methods, or if only an e-mail address identifies the customer, because
 * anyone can type that address.
 */
const savedMethods = ({ session: { members }, methods }: CheckoutRows): CheckoutRows['methods'] =>
  isBuyerNamed(members) && members.options?.payment_methods_mode !== 'new_only' ? methods : []

/**
 * What the checkout shows of its subscription. If the session was opened from a recovery link, the stored method is omitted, because such a
 * link may be passed on.
 */
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
