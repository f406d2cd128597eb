import type { Checkout } from '@billing-checkout/contract'
import type { CardSource } from '../../card-frame/link/enter-card.ts'
import type { EnteredCard } from '../../card-frame/link/protocol.ts'
import type { Texts } from '../../messages/texts.ts'
import { type Notice, problemNotice } from '../state/notice.ts'
import { plainly } from '../../page/displayed-text.ts'
import { boxWords, supplyAskedFor } from './box-words.ts'
import { type OfferWords, plainDisclosure } from './offer.ts'
import type { ConsentReceipt, PaymentRequest, SubscriptionRequest, WalletMethod } from '../requests/transport.ts'

/** What the shopper asks for by pressing the button, ready to be sent. */
export type Order =
  | { readonly kind: 'payment'; readonly request: PaymentRequest }
  | { readonly kind: 'change'; readonly request: SubscriptionRequest }

/** What an order is made of besides the checkout. */
export interface OrderParts {
  readonly texts: Texts
  readonly offers: OfferWords
  /** Whether a card is paid with, new or saved. */
  readonly usesCard: boolean
  /** Id of the chosen saved method; null means a new card. */
  readonly savedMethod: string | null
  /**
   * What is paid with instead of a card, if anything is, once the shopper has agreed to it in the wallet; null when they have not, a notice
   * when they cannot.
   */
  readonly wallet: (() => Promise<WalletMethod | Notice | null>) | undefined
  /** Whether the shopper wants a new card to be kept. */
  readonly isStored: boolean
  readonly seal: () => Promise<EnteredCard | null>
  /** The terms as the document shows them, if that could be read. */
  readonly displayed?: string | undefined
  /** The server's wall clock, in milliseconds. */
  readonly wall: number
}

/** What the shopper has chosen and agreed to, before the card frame seals the card. */
export interface ChosenParts extends Omit<OrderParts, 'seal'> {
  readonly card: CardSource | null
}

/** The order for what the checkout offers; a notice when it cannot be made, null when the shopper must correct the card. */
export const prepareOrder = async (checkout: Checkout, parts: OrderParts): Promise<Order | Notice | null> => {
  const { quote } = checkout
  const expected = quote === null ? {} : { expected: { ...quote.due_now, quote: quote.hash } }
  const agreed = { ...expected, consent: consentIn(checkout, parts) }
  const offer = parts.offers.offerOf(checkout)
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

/** As long as the server keeps it, in whichever script. */
const displayedMax = 8192

const subscriptionRequest = (
  { session, purpose }: Checkout,
  { consent, ...expected }: Pick<SubscriptionRequest, 'expected' | 'consent'>,
): SubscriptionRequest => {
  const id = session.subscription?.id ?? ''
  if (purpose === 'resume' || session.plan === null) return { subscription: { id, status: 'active' }, consent }
  return { subscription: { id }, plan: { id: session.plan.id }, ...expected, consent }
}

const consentIn = (checkout: Checkout, { texts, offers, usesCard, displayed, wall }: OrderParts): ConsentReceipt => {
  const supply = supplyAskedFor(checkout)
  const box = checkout.consent.checkbox_required ? texts.blank + texts.say(boxWords(checkout)) : ''
  const text = plainDisclosure(offers.disclosureOf(checkout, texts, usesCard), texts) + box
  const due = checkout.quote_display?.due_now.formatted_amount ?? ''
  const isAsWritten =
    displayed === undefined ||
    plainly(displayed) === plainly(due + text + offers.buttonWords(checkout, texts, usesCard))
  return {
    text,
    ...(!isAsWritten && { displayed_text: displayed.slice(0, displayedMax) }),
    ...(supply && { immediate_supply: supply }),
    locale: texts.locale,
    version: checkout.consent.version,
    at: new Date(wall).toISOString(),
  }
}
