import type { CardDetails, CurrencyCode, DeviceWalletType } from '@billing-checkout/contract'

/**
 * A processor's own card fields, which replace ours in the card frame. Only the processor receives the typed card, and returns a token for
 * it. Everything here is public, because shoppers' browsers read it.
 */
export interface HostedCardEntry {
  readonly kind: 'hosted'
  /** The company that makes the fields. The card frame has a script for each company. */
  readonly fields: 'stripe'
  /** The company's script, on the company's own server. */
  readonly scriptUrl: string
  readonly publishableKey: string
  /** The account on behalf of which the key acts; null if the key acts for its own account. */
  readonly account: string | null
  /** Device wallets whose buttons the same script shows in their own frame; absent: none. */
  readonly wallets?: readonly DeviceWalletType[]
  /** Converts minor units to the amount that the script expects for the wallets' payment sheets; absent: the script expects minor units. */
  readonly countAmount?: (money: { readonly amount: number; readonly currency: CurrencyCode }) => number
  /** Origins that the script needs in the Content-Security-Policy of the card frame, in addition to our own origin. */
  readonly sources: HostedSources
}

/** Content-Security-Policy sources, by directive. */
export type HostedSources = Readonly<Record<'script-src' | 'frame-src' | 'connect-src', readonly string[]>>

/** A card behind a token of the processor's own fields or buttons, as the processor knows it before a charge. */
export interface DescribedToken {
  readonly details: CardDetails
  /** An identifier of the card at this processor; null if the processor does not reveal it. */
  readonly fingerprint: string | null
  /** The wallet that the card is from; absent if the shopper typed the card. */
  readonly wallet?: DeviceWalletType
}
