import type { ClientSession, CurrencyDetails } from '@billing-checkout/contract'
import { type PlanTerms, quantityOf, unitPrice } from '@billing-checkout/domain'
import type { ClientSessionRow, CustomerRow, PlanRow, SubscriptionRow } from '../../store/rows.ts'

/** A client session with everything it refers to. */
export interface PresentedSession {
  readonly session: ClientSessionRow
  readonly customer: CustomerRow | undefined
  readonly plan: PlanRow | undefined
  readonly subscription: SubscriptionRow | undefined
  readonly terms: PlanTerms | undefined
}

/** A client session as the interface shows it. It has currency details if they are given and the session does not switch them off. */
export const presentClientSession = (view: PresentedSession, details: CurrencyDetails | undefined): ClientSession => {
  const { session } = view
  const { members } = session
  return {
    id: session.id,
    expiry_date: session.expiresAt,
    customer: presentCustomerPart(view),
    payment: { metadata: members.payment?.metadata ?? {} },
    plan: presentPlanPart(view),
    subscription: presentSubscriptionPart(view),
    currency_details: members.options?.currency_details === false ? null : (details ?? null),
  }
}

/** A completed session that no longer shows its receipt: only its id and its expiry date. */
export const presentSessionWithoutReceipt = ({ session }: Pick<PresentedSession, 'session'>): ClientSession => ({
  id: session.id,
  expiry_date: session.expiresAt,
  customer: null,
  payment: { metadata: {} },
  plan: null,
  subscription: null,
  currency_details: null,
})

const presentCustomerPart = ({ session, customer }: PresentedSession): ClientSession['customer'] => {
  const named = session.members.customer
  if (named === undefined && customer === undefined) return null
  return {
    email: named?.email ?? customer?.email ?? null,
    external_id: named?.external_id ?? customer?.externalId ?? null,
    id: customer?.id ?? null,
    metadata: named?.metadata ?? customer?.metadata ?? {},
  }
}

const presentPlanPart = ({ plan, terms }: PresentedSession): ClientSession['plan'] =>
  plan && terms
    ? {
        id: plan.id,
        name: plan.name,
        type: plan.type,
        interval: plan.intervalUnit,
        interval_count: plan.intervalCount,
        amount: unitPrice(terms),
        currency: terms.price.currency,
        quantity: quantityOf(terms),
        created_at: plan.createdAt,
        updated_at: plan.updatedAt,
        trial: terms.trial && {
          amount: (terms.trial.price?.amount ?? 0) / quantityOf(terms),
          currency: terms.price.currency,
          interval: terms.trial.interval.unit,
          interval_count: terms.trial.interval.count,
        },
      }
    : null

const presentSubscriptionPart = ({ session, subscription }: PresentedSession): ClientSession['subscription'] => {
  const named = session.members.subscription
  if (!named && subscription === undefined) return null
  return {
    id: subscription?.id ?? null,
    metadata: named?.metadata ?? subscription?.metadata ?? {},
    proration_billing_mode: named?.proration_billing_mode ?? null,
  }
}
