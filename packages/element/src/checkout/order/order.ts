import type { Checkout } from '@billing-checkout/contract'
import type { CardSource } from '../../card-frame/link/request-entered-card.ts'
import type { EnteredCard } from '../../card-frame/link/protocol.ts'
import type { Texts } from '../../messages/texts.ts'
import { type Notice, problemNotice } from '../../messages/notice.ts'
import { withoutSpacing } from './displayed-text.ts'
import { consentBoxMessage, immediateSupplyOf } from './consent-box-message.ts'
import { type OfferFunctions, plainDisclosure } from './offer.ts'
import type {
  ConsentReceipt,
  PaymentRequestBody,
  SubscriptionRequestBody,
  WalletMethod,
} from '../requests/transport.ts'

/** The request that the shopper agrees to by pressing the button. */
export type Order =
  | { readonly kind: 'payment'; readonly request: PaymentRequestBody }
  | { readonly kind: 'change'; readonly request: SubscriptionRequestBody }

/** The shopper's choices for an order. */
export interface OrderInput {
  readonly texts: Texts
  readonly offers: OfferFunctions
  /** Whether the method is a card, new or saved. */
  readonly usesCard: boolean
  /** The id of the chosen saved method; null means a new card or a wallet. */
  readonly savedMethod: string | null
  /**
   * Opens the chosen wallet; undefined if none is chosen. Resolves with the wallet's method, with null if the shopper closed the wallet, or
   * with a notice if the wallet cannot pay now.
   */
  readonly wallet: (() => Promise<WalletMethod | Notice | null>) | undefined
  /** Whether to save a new card. */
  readonly isStored: boolean
  readonly seal: () => Promise<EnteredCard | null>
  /** The terms as the document displays them; absent if they could not be read. */
  readonly displayed?: string | undefined
  /** The server's wall clock, in milliseconds. */
  readonly wall: number
}

/** The shopper's choices, with the frame that holds the typed card instead of a function that encrypts it. */
export interface SubmitInput extends Omit<OrderInput, 'seal'> {
  readonly card: CardSource | null
}

/** Prepares the order. Returns a notice if that is impossible; null if the shopper has to correct the card or has closed the wallet. */
export const prepareOrder = async (checkout: Checkout, parts: OrderInput): Promise<Order | Notice | null> => {
  const { quote } = checkout
  const expected = quote === null ? {} : { expected: { ...quote.due_now, quote: quote.hash } }
  const agreed = { ...expected, consent: consentIn(checkout, parts) }
  const offer = parts.offers.offerKindOf(checkout)
  if (/^(resume|change_)/.test(offer)) return { kind: 'change', request: subscriptionRequest(checkout, agreed) }
  if (!checkout.needs_method) return { kind: 'payment', request: agreed }
  if (parts.wallet) {
    const method = await parts.wallet()
    return method && ('type' in method ? { kind: 'payment', request: { payment_method: method, ...agreed } } : method)
  }
  if (parts.savedMethod !== null)
    return { kind: 'payment', request: { payment_method: { id: parts.savedMethod }, ...agreed } }
  const card = await parts.seal()
  if (card === null) return problemNotice('frame_unavailable')
  if (card.type === 'failed') return problemNotice('internal')
  if (card.type === 'invalid') return null
  const details =
    card.type === 'sealed'
      ? { encrypted: card.encrypted }
      : { processor_token: card.processor_token, connection: card.connection }
  const method = { type: 'CARD', details } as const
  const store = parts.isStored ? { store: true } : {}
  return { kind: 'payment', request: { payment_method: method, ...agreed, ...store } }
}

/** The most characters of the displayed text that the server stores. */
const displayedMax = 8192

const subscriptionRequest = (
  { session, purpose }: Checkout,
  { consent, ...expected }: Pick<SubscriptionRequestBody, 'expected' | 'consent'>,
): SubscriptionRequestBody => {
  const id = session.subscription?.id ?? ''
  if (purpose === 'resume' || session.plan === null) return { subscription: { id, status: 'active' }, consent }
  return { subscription: { id }, plan: { id: session.plan.id }, ...expected, consent }
}

const consentIn = (checkout: Checkout, { texts, offers, usesCard, displayed, wall }: OrderInput): ConsentReceipt => {
  const supply = immediateSupplyOf(checkout)
  const box = checkout.consent.checkbox_required ? texts.blank + texts.say(consentBoxMessage(checkout)) : ''
  const text = plainDisclosure(offers.disclosureOf(checkout, texts, usesCard), texts) + box
  const due = checkout.quote_display?.due_now.formatted_amount ?? ''
  const isAsWritten =
    displayed === undefined ||
    withoutSpacing(displayed) === withoutSpacing(due + text + offers.buttonText(checkout, texts, usesCard))
  return {
    text,
    ...(!isAsWritten && { displayed_text: displayed.slice(0, displayedMax) }),
    ...(supply && { immediate_supply: supply }),
    locale: texts.locale,
    version: checkout.consent.version,
    at: new Date(wall).toISOString(),
  }
}
