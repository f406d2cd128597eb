import type { BillingCheckout } from './billing-checkout.ts'
import { CardFrameHost } from './card-frame/card-frame-host.ts'
import { CheckoutController } from './checkout/controller.ts'
import { pendingAttemptsIn } from './checkout/pending-attempt.ts'
import type { ElementStates } from './element-states.ts'
import { BillingBlurEvent, BillingFocusEvent } from './events.ts'
import { languagesAround, type Speaker } from './messages/speaker.ts'
import type { Parts } from './parts.ts'
import { themeOf } from './styles/theme-of.ts'
import type { Teller } from './teller.ts'
import { type LazyParts, whenHere } from './views/lazy-parts.ts'

/** What a checkout is opened with. */
interface Opening {
  readonly element: BillingCheckout
  readonly parts: Parts
  readonly lazyParts: LazyParts
  readonly speaker: Speaker
  readonly states: ElementStates
  readonly teller: Teller
  /** The card, or how complete it is, has changed. */
  readonly onCard: () => void
  readonly onCardLost: () => void
}

/** A session as it begins: what knows its phase, and the card form, which a page without https has none of. */
export const openCheckout = (
  sessionId: string,
  { element, parts, lazyParts, speaker, states, teller, onCard, onCardLost }: Opening,
): { readonly controller: CheckoutController; readonly card: CardFrameHost | null } => {
  const server = (element.server ?? new URL(import.meta.url).origin).replace(/\/+$/, '')
  const controller = new CheckoutController({
    sessionId,
    locale: element.locale,
    languages: languagesAround(element),
    server,
    reader: parts.openReader(server, sessionId),
    calls: parts.calls,
    pending: pendingAttemptsIn(() => sessionStorage),
    afterClick: async (isAsked) =>
      (await whenHere(lazyParts.outcomes, isAsked)) && whenHere(lazyParts.payment, isAsked),
    emit: teller.tell,
    onChange: () => element.requestUpdate(),
    pollDelayMs: parts.pollDelayMs,
  })
  if (!isSecureContext) {
    controller.fail('insecure_context', 'Payments need https.')
    return { controller, card: null }
  }
  const card = new CardFrameHost({
    url: parts.frameUrlOf(server, sessionId),
    looks: () => ({ locale: speaker.catalogue, ...themeOf(element) }),
    onChange: onCard,
    onFocus: (isFocused) => {
      states.set('card-focused', isFocused)
      teller.tell(isFocused ? new BillingFocusEvent() : new BillingBlurEvent())
    },
    onSubmit: () => void element.submit(),
    onLost: onCardLost,
  })
  void controller.start()
  return { controller, card }
}
