import type { Checkout } from '@billing-checkout/contract'
import { mayStore } from '../../checkout/order/chosen-method.ts'
import { mayPay, type Phase } from '../../checkout/state/phase.ts'
import type { Texts } from '../../messages/texts.ts'
import type { LazyParts } from '../lazy-parts.ts'

interface DrawnFrom {
  readonly checkout: Checkout | null
  /** Whether something was drawn before: another language then takes its place, without a skeleton between. */
  readonly wasDrawn: boolean
  /** Whether a part has been waited for so long that the form is drawn without it. */
  readonly isOverdue: boolean
  readonly texts: Texts
  readonly parts: LazyParts
  /** The wallets that can be paid with; null while that is being found out. */
  readonly kinds: readonly unknown[] | null
}

/** The phase that can be drawn yet: nothing in a wrong language first, no saved cards or wallets pushing in later. */
export const drawablePhase = (
  phase: Phase,
  { checkout, wasDrawn, isOverdue, texts, parts, kinds }: DrawnFrom,
): Phase => {
  const needsMethods = checkout && (checkout.payment_methods[0] || !checkout.needs_method)
  const asksMore = checkout && (checkout.consent.checkbox_required || checkout.consent.address_fields[0])
  const needsOutcomes = asksMore || phase === 'incomplete' || checkout?.purpose === 'recover' || checkout?.refusal
  const isWaiting =
    (checkout && !wasDrawn && texts.locale !== checkout.locale) ||
    (needsMethods && !parts.methods()) ||
    (checkout && (mayStore(checkout) || checkout.refusal) && !parts.later()) ||
    kinds === null ||
    (checkout?.allow_codes && !parts.codes()) ||
    (checkout?.consent.address_fields[0] && !parts.address()) ||
    (needsOutcomes && !parts.outcomes())
  if (!isWaiting) return phase
  if (!isOverdue) return 'loading'
  return texts.locale && !asksMore && mayPay(phase) ? phase : 'unavailable'
}
