import type { Checkout } from '@billing-checkout/contract'
import { mayStore } from '../checkout/chosen-method.ts'
import type { Phase } from '../checkout/phase.ts'
import type { Texts } from '../messages/texts.ts'
import type { LazyParts } from './lazy-parts.ts'

/** The phase that can be drawn yet: nothing in a wrong language first, no saved cards pushing in later. */
export const drawablePhase = (phase: Phase, checkout: Checkout | null, texts: Texts, parts: LazyParts): Phase => {
  const needsLater = checkout && (checkout.payment_methods[0] || mayStore(checkout))
  const isWaiting =
    (checkout && texts.locale !== checkout.locale) ||
    (needsLater && !parts.later()) ||
    (phase === 'incomplete' && !parts.outcomes())
  return isWaiting ? 'loading' : phase
}
