import type { Checkout } from '@billing-checkout/contract'
import { languageTag } from '@billing-checkout/domain/locales'
import { CardFrameHost } from './card-frame/link/card-frame-host.ts'
import { CheckoutController } from './checkout/controller.ts'
import { hasPendingAttempt } from './checkout/payment/pending-attempt.ts'
import type { ElementStates } from './element-states.ts'
import { BillingBlurEvent, BillingFocusEvent } from './checkout/state/events.ts'
import { preferredLanguages, type Localizer } from './messages/localizer.ts'
import type { ElementDependencies } from './element-dependencies.ts'
import { themeOf } from './styles/theme-of.ts'
import type { EventEmitter } from './event-emitter.ts'
import { type LazyChunks, waitForChunk } from './views/lazy-chunks.ts'

/** The element that a checkout is opened for. */
interface CheckoutElement extends HTMLElement {
  readonly server: string | null
  readonly frameOrigin: string | null
  readonly locale: string | null
  readonly preview: Checkout | null
  requestUpdate(): void
  submit(): Promise<void>
}

/** The parts of an element that opening a checkout needs. */
interface Opening {
  readonly element: CheckoutElement
  readonly parts: ElementDependencies
  readonly lazyParts: LazyChunks
  readonly localizer: Localizer
  readonly states: ElementStates
  readonly emitter: EventEmitter
  /** Called if the card frame's state, the card's brand or its completeness has changed. */
  readonly onCard: () => void
  /** Whether the shopper has to type a new card. */
  readonly isCard: () => boolean
}

/** Opens a session: creates its controller and, if the page can show one, its card form. */
export const openCheckout = (
  sessionId: string,
  { element, parts, lazyParts, localizer, states, emitter, onCard, isCard }: Opening,
): { readonly controller: CheckoutController; readonly card: CardFrameHost | null } => {
  const given = element.server ?? new URL(import.meta.url).origin
  const server = given.replace(/\/+$/, '')
  const controller = new CheckoutController({
    sessionId,
    locale: () => languageTag(element.locale),
    languages: () => preferredLanguages(element),
    server,
    reader: parts.openReader(server, sessionId),
    calls: parts.calls,
    afterClick: async (isAsked) =>
      (await waitForChunk(lazyParts.outcomes, isAsked)) && waitForChunk(lazyParts.payment, isAsked),
    emit: emitter.emit,
    onChange: () => element.requestUpdate(),
    pollDelayMs: parts.pollDelayMs,
  })
  const problem = problemOf(given)
  if (problem) controller.fail(problem)
  if (!sessionId)
    import('./without-session.ts').then(
      ({ openWithoutSession }) => openWithoutSession(controller, element.preview, emitter),
      () => {},
    )
  if (problem || !sessionId) return { controller, card: null }
  const card = new CardFrameHost({
    element,
    url: parts.frameUrlOf(server, sessionId),
    // Only the origin is used, because a page may let others write attributes, and such an attribute must not run a script.
    firstUrl: parts.frameUrlOf(/^https?:\/\/[^/]+/.exec(element.frameOrigin ?? '')?.[0] ?? server, sessionId),
    server,
    controller,
    isCard,
    looks: () => ({ locale: localizer.catalogue, ...themeOf(element) }),
    onChange: onCard,
    onFocus: (isFocused) => {
      states.set('card-focused', isFocused)
      emitter.emit(isFocused ? new BillingFocusEvent() : new BillingBlurEvent())
    },
    onSubmit: () => void element.submit(),
  })
  void controller.start()
  // Most checkouts offer more than a new card, and their first view waits for this chunk, so it starts loading now.
  lazyParts.methods()
  // Reads sessionStorage while we wait for the network, because a page's first access to its storage takes as long as a rendering.
  setTimeout(() => hasPendingAttempt(sessionId))
  return { controller, card }
}

const problemOf = (server: string): 'insecure_context' | 'invalid_server' | null => {
  if (!isSecureContext) return 'insecure_context'
  return /^(https?:\/)?\//.test(server) && URL.canParse(server, location.href) ? null : 'invalid_server'
}
