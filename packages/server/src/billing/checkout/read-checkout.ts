import { type Checkout, type Payment, Problem } from '@billing-checkout/contract'
import { shareConnection } from '@billing-checkout/database'
import type { Organization } from '../../organization/organization.ts'
import { firstLocale, languagesOf } from '../../presenters/languages/first-locale.ts'
import { presentMerchant } from '../../presenters/organization/present-merchant.ts'
import { loadPayments } from '../../presenters/payments/load-payments.ts'
import { type CheckoutRows, loadCheckoutRows } from '../../store/entities/checkout-rows.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { organizationOf } from '../../organization/load-organization.ts'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'
import { framedKinds } from '../charge-input/connections-by-kind.ts'
import { needsMethod } from '../checks/needs-method.ts'
import { isPaymentLinkUnusable } from '../hosted/is-payment-link-unusable.ts'
import { isRecoveryOver } from '../hosted/hosted-session.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'
import { showsReceipt } from '../sessions/receipt-of-session.ts'
import { paymentsPerSessionMax } from '../checks/refuse-card-testing.ts'
import { withOurPages } from '../links/our-pages.ts'
import { presentConsent } from './present-consent.ts'
import { connectionsOf, type ShownPhase, showPhase } from './show-phase.ts'

/** The languages that a widget requests. */
interface LanguagesAsked {
  /** The element's own locale, if it has one. */
  readonly locale: string | undefined
  /** The languages of the page or browser, used if neither the element nor the session has a locale. */
  readonly acceptLanguage: string | undefined
}

/** The request that a widget sends when it starts. */
export interface CheckoutRequest extends LanguagesAsked {
  readonly sessionId: string
  /**
   * Calls `show` and returns its result. Before this, it throws if the page's origin may not embed this organization's checkout, and may
   * wait for the organization's turn.
   */
  readonly admit: <Shown>(
    organization: Organization,
    show: () => Promise<Shown>,
    session: ClientSessionRow,
  ) => Promise<Shown>
}

/** Returns everything that a widget shows, in whatever phase the session is. Throws `not_found` if there is no such session. */
export const readCheckout = async (billing: Billing, request: CheckoutRequest): Promise<Checkout> => {
  const rows = await loadCheckoutRows(billing.database, request.sessionId, paymentsPerSessionMax)
  if (rows === undefined) throw new Problem('not_found', 'There is no such client session.')
  const organization = withOurPages(billing, organizationOf(rows.organization))
  const show = () => showCheckout(billing, request, { organization, rows })
  const shown = await request.admit(organization, show, rows.session)
  return shown ?? readCheckout(billing, request)
}

interface CheckoutShown {
  readonly organization: Organization
  readonly rows: CheckoutRows
  /** A resolved session that is only previewed. Neither the session nor its quote is stored, and the session gets no client token. */
  readonly preview?: ResolvedSession
}

/** Returns the checkout that the rows describe; `undefined` if the payment's status has changed since the rows were read. */
export const showCheckout = async (
  billing: Billing,
  languages: LanguagesAsked,
  { organization, rows, preview }: CheckoutShown,
): Promise<Checkout | undefined> => {
  const { session, now } = rows
  const db = inOrganization(shareConnection(billing.database), organization.id)
  const context = { billing, db, organization, now, loadedRows: { ...rows, customer: rows.customer ?? null } }
  const [latest] = rows.payments
  const payment = latest && (await loadPayments(db, [latest.id]))[0]
  // The payment's status has changed since the rows were read, so the session may have changed too. The caller reads all rows again.
  if (payment !== undefined && payment.payment_status !== latest?.paymentStatus) return undefined
  const phase = phaseOf(billing, rows, payment)
  const locale = localeFor(languages, session.members.options?.locale)
  const viewed = { billing, db, organization, rows, preview, context, payment, locale }
  const { view, shown, members } = await showPhase[phase](viewed)
  const connections = connectionsOf(viewed, view)
  const framed = framedKinds(billing, connections)
  return {
    ...members,
    missing: [...view.missing],
    phase: phase === 'closed' ? 'completed' : phase,
    needs_method: needsMethod(shown),
    method_kinds: [...connections.keys()].filter((kind) => !framed.some((wallet) => wallet === kind)),
    connections: Object.fromEntries(connections),
    merchant: presentMerchant(organization),
    consent: presentConsent(view, organization),
    locale,
    mode: billing.mode,
    frame_origin: billing.frameOrigin(),
    now: { wall: billing.wallClock(), billing: now },
  }
}

const phaseOf = (billing: Billing, rows: CheckoutRows, payment: Payment | undefined): ShownPhase => {
  const { session, link, now } = rows
  if (session.completedAt !== null) return showsReceipt(session, billing.wallClock()) ? 'completed' : 'closed'
  if (payment?.payment_status === 'PENDING') return 'processing'
  const isOver = isRecoveryOver(rows) || (link !== undefined && isPaymentLinkUnusable(link, now))
  return now < session.expiresAt && !isOver ? 'open' : 'expired'
}

/** The element's locale, else the session's, else the page's or browser's, else English. */
const localeFor = ({ locale, acceptLanguage }: LanguagesAsked, ofSession: string | null | undefined): string =>
  firstLocale([locale, ofSession, ...languagesOf(acceptLanguage)])
