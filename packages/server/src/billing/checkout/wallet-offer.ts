import {
  type Checkout,
  type DeviceWalletType,
  Problem,
  type RecurringTerms,
  type WalletOffer,
} from '@billing-checkout/contract'
import type { Processor } from '../../processors/processor.ts'
import type { Billing } from '../billing.ts'
import { readCheckout } from './read-checkout.ts'

/** The terms that a wallet's payment sheet shows, and the processor that charges the wallet. */
export interface WalletOfferWithProcessor {
  readonly processor: Processor
  readonly offer: WalletOffer
}

/**
 * Returns the terms that a wallet's payment sheet shows for a session, the same as in its checkout. Null if the hash is not the current
 * quote's, or if no processor has a button for this wallet. The wallet opens only if the shopper presses the processor's button, but laws
 * prescribe the text of our button. Therefore our button opens a sheet with a frame for one session, wallet and quote, and only that frame
 * may request payments. When the payment arrives, the server queries Stripe for the token's wallet, refuses a token of another wallet, and
 * requests no 3-D Secure. `wallet_frames` is separate from `method_kinds`, so older element scripts ignore these wallets.
 */
export const readWalletOffer = async (
  billing: Billing,
  sessionId: string,
  { kind, quote: hash }: { readonly kind: DeviceWalletType; readonly quote: string },
): Promise<WalletOfferWithProcessor | null> => {
  const checkout = await readCheckoutOrNull(billing, sessionId)
  const connection = checkout?.connections[kind]
  const isCurrent = checkout?.quote?.hash === hash && checkout.wallet_frames.some(({ type }) => type === kind)
  if (!checkout || !isCurrent || !connection || checkout.quote === null) return null
  const { quote, merchant, purpose, session } = checkout
  const processor = billing.processors.of(connection)
  const counted = processor.cardEntry?.countAmount ?? (({ amount }: { readonly amount: number }) => amount)
  const { currency } = quote.due_now
  const recurring = recurringOf(checkout)
  return {
    processor,
    offer: {
      amount: counted(quote.due_now),
      currency,
      merchant: merchant.name,
      label: session.plan?.name ?? merchant.name,
      is_stored: purpose !== 'pay',
      recurring: recurring && { ...recurring, amount: counted({ amount: recurring.amount, currency }) },
      management_url: merchant.cancel_url ?? merchant.terms_url,
    },
  }
}

/** Returns null if the session has a problem, because the checkout that contains the frame shows the problem. */
const readCheckoutOrNull = (billing: Billing, sessionId: string): Promise<Checkout | null> =>
  readCheckout(billing, { sessionId, locale: undefined, acceptLanguage: undefined, admit: (_, show) => show() }).catch(
    (error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    },
  )

const recurringOf = ({ quote, quote_display: display }: Checkout): RecurringTerms | null => {
  if (!quote?.recurring) return null
  const { amount, interval, interval_count } = quote.recurring
  const has_trial = display?.trial_end != null
  const isDueNow = !has_trial && quote.due_now.amount === amount
  return { amount, interval, interval_count, has_trial, starts_at: isDueNow ? null : (quote.next_charge?.at ?? null) }
}
