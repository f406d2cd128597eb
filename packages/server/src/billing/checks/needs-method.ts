import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'

/** Whether the shopper needs a payment method to pay a session. */
export const needsMethod = (view: Pick<ResolvedSession, 'purpose' | 'terms' | 'quote' | 'session'>): boolean =>
  !isAlwaysFree(view) &&
  !mayStartTrialWithoutMethod(view) &&
  view.purpose !== 'resume' &&
  !(view.purpose === 'change_plan' && view.quote?.draft.dueNow.amount === 0)

/**
 * Whether a purchase needs no payment method because it costs nothing, now and at every renewal. A one-off purchase is also free if the
 * customer's credit pays for all of it. A free purchase is a payment of 0 without method or attempt. It settles a day later by the billing
 * clock, and no payment rule can block it. If the shopper sends a method anyway, the method is verified and stored. A free trial of a
 * priced plan is not free in this sense, nor is a price that a discount lowers to 0.
 */
export const isAlwaysFree = ({
  purpose,
  terms,
  quote,
}: Pick<ResolvedSession, 'purpose' | 'terms' | 'quote'>): boolean =>
  (purpose === 'pay' || ((purpose === 'subscribe' || purpose === 'recover') && terms?.price.amount === 0)) &&
  quote !== undefined &&
  quote.discount?.periodMinor !== 0 &&
  [quote.draft.dueNow, quote.draft.nextCharge, quote.draft.recurring].every((money) => (money?.amount ?? 0) === 0)

/** Whether a purchase begins with a trial that costs nothing. A price that credit lowers to 0 is not a free trial. */
export const isFreeTrial = ({ terms, quote }: Pick<ResolvedSession, 'terms' | 'quote'>): boolean =>
  quote?.withTrial === true && (terms?.trial?.price?.amount ?? 0) === 0

/**
 * Whether a checkout may start a free trial without a payment method: only if the merchant allows it and named the customer.
 * `refuseSecondTrialWithoutMethod` counts such trials under locks when they start.
 */
export const mayStartTrialWithoutMethod = (
  view: Pick<ResolvedSession, 'purpose' | 'terms' | 'quote' | 'session'>,
): boolean =>
  view.purpose === 'subscribe' &&
  view.session.members.options?.payment_method_collection === 'if_required' &&
  isBuyerNamed(view.session.members) &&
  isFreeTrial(view)
