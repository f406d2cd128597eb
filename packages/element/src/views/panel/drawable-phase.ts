import type { Checkout } from '@billing-checkout/contract'
import { mayStoreCard } from '../../checkout/order/chosen-method.ts'
import { mayPay, type Phase } from '../../checkout/state/phase.ts'
import type { Texts } from '../../messages/texts.ts'
import type { LazyChunks } from '../lazy-chunks.ts'

interface DrawnFrom {
  readonly checkout: Checkout | null
  /** Whether a view was drawn before. If so, that view, not a skeleton, is shown while another language loads. */
  readonly wasDrawn: boolean
  /** Whether a chunk is so late that the form is drawn without it. */
  readonly isOverdue: boolean
  readonly texts: Texts
  readonly parts: LazyChunks
  /** The available wallets; null until we know. */
  readonly kinds: readonly unknown[] | null
}

/**
 * The phase that can be drawn now. It is `loading` until the right language and all chunks that the view needs have loaded, because a late
 * chunk would move the form. If a chunk is overdue, a form that needs neither checkbox nor address is drawn anyway; for any other view, the
 * phase is `unavailable`.
 */
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
    (checkout && (mayStoreCard(checkout) || checkout.refusal) && !parts.later()) ||
    kinds === null ||
    (checkout?.allow_codes && !parts.codes()) ||
    (checkout?.consent.address_fields[0] && !parts.address()) ||
    (needsOutcomes && !parts.outcomes())
  if (!isWaiting) return phase
  if (!isOverdue) return 'loading'
  return texts.locale && !asksMore && mayPay(phase) ? phase : 'unavailable'
}
