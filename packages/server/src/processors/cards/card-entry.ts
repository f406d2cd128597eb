import type { CardDetails, CurrencyCode, DeviceWalletType } from '@billing-checkout/contract'

/**
 * Card fields of a processor's own, which the card frame holds in the place of ours: what is typed there reaches the processor alone,
 * and a token of it comes out. Everything here is public, because shoppers' browsers read it.
 */
export interface HostedCardEntry {
  readonly kind: 'hosted'
  /** Whose fields they are: the card frame has a script for each company. */
  readonly fields: 'stripe'
  /** The company's script, from the company's own server. */
  readonly scriptUrl: string
  readonly publishableKey: string
  /** The account that the key acts for; null if that is the key's own. */
  readonly account: string | null
  /** Wallets of devices whose buttons the same script shows, in a frame of their own; absent: none. */
  readonly wallets?: readonly DeviceWalletType[]
  /** An amount in minor units as the script counts it, for the sheets of those wallets; absent: the same. */
  readonly countAmount?: (money: { readonly amount: number; readonly currency: CurrencyCode }) => number
  /** The origins that the script needs, in addition to our own, in the policy of the card frame's document. */
  readonly sources: HostedSources
}

/** Sources of a Content-Security-Policy, by its directives. */
export type HostedSources = Readonly<Record<'script-src' | 'frame-src' | 'connect-src', readonly string[]>>

/** What a processor knows of a card that its own fields or buttons made a token of, before it is charged. */
export interface DescribedToken {
  readonly details: CardDetails
  /** What distinguishes the card from every other one at this processor; null if the processor does not say. */
  readonly fingerprint: string | null
  /** The wallet that the card came out of; absent if it was typed. */
  readonly wallet?: DeviceWalletType
}
