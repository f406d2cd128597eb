import type { Checkout } from '@billing-checkout/contract'
import { mayStore } from '../checkout/order/chosen-method.ts'
import { needsMethod, offerOf } from '../checkout/order/offer.ts'
import type { Phase } from '../checkout/state/phase.ts'
import type { Texts } from '../messages/texts.ts'
import type { LazyParts } from './lazy-parts.ts'

interface DrawnFrom {
  readonly checkout: Checkout | null
  /** Whether something was drawn before: another language then takes its place, without a skeleton between. */
  readonly wasDrawn: boolean
  readonly texts: Texts
  readonly parts: LazyParts
  /** The wallets that can be paid with; null while that is being found out. */
  readonly kinds: readonly unknown[] | null
}

/** The phase that can be drawn yet: nothing in a wrong language first, no saved cards or wallets pushing in later. */
export const drawablePhase = (phase: Phase, { checkout, wasDrawn, texts, parts, kinds }: DrawnFrom): Phase => {
  const needsMethods = checkout && (checkout.payment_methods[0] || !needsMethod(offerOf(checkout)))
  const isWaiting =
    (checkout && !wasDrawn && texts.locale !== checkout.locale) ||
    (needsMethods && !parts.methods()) ||
    (checkout && mayStore(checkout) && !parts.later()) ||
    kinds === null ||
    (checkout?.consent.address_fields[0] && !parts.address()) ||
    ((phase === 'incomplete' ||
      checkout?.purpose === 'recover' ||
      checkout?.refusal ||
      checkout?.consent.checkbox_required ||
      checkout?.consent.address_fields[0]) &&
      !parts.outcomes())
  return isWaiting ? 'loading' : phase
}
