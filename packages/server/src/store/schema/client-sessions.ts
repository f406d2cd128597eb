import type { Checkout, CountryCode, SessionMembers } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { DatedRow, Json, NullableJson } from './columns.ts'
import type { TaxAddress } from './customers.ts'

/** One row for every checkout. */
export interface ClientSessionTable extends DatedRow {
  members: Json<SessionMembers>
  /** The customer that the first payment attempt found or created. */
  customerId: string | null
  quote: NullableJson<FrozenQuote>
  /** The place that the shopper entered at this checkout; only tax depends on it. */
  taxAddress: ColumnType<TaxAddress | null, string | null | undefined, string | null>
  /** Set if a payment was refused because the buyer or the card has had a trial of this plan before. */
  trialRefused: Generated<boolean>
  /** Set if the buyer or the card has already redeemed the session's discount as often as one customer may. */
  discountRefused: Generated<boolean>
  /**
   * Set if the shopper chose to change the subscription in `members` instead of buying another; not set if the merchant named the
   * subscription.
   */
  changesInstead: Generated<boolean>
  /**
   * Our page that shows the checkout: `checkout` if the merchant opened it, else the kind of link that opened it; null if no page of ours
   * shows it.
   */
  hostedAs: Generated<'checkout' | 'recovery' | 'link' | null>
  /** The payment link that opened the checkout. */
  linkId: Generated<string | null>
  /**
   * The portal session that opened the checkout. If the portal session ends, the checkout ends, too. The portal session's row may have been
   * deleted since.
   */
  portalSessionId: Generated<string | null>
  expiresAt: Timestamp
  completedAt: Timestamp | null
  /** When the checkout was completed, by the wall clock. */
  completedWall: Generated<Timestamp | null>
}

/** The moment of a session's frozen quote, and how long it is valid. */
export interface FrozenQuote {
  readonly id: string
  readonly at: Timestamp
  readonly expiresAt: Timestamp
  /**
   * A digest of everything that the quote depends on. If any of these facts changes, the session is quoted again. Null: changed facts do
   * not end the quote.
   */
  readonly basis: string | null
  /** The legal notice shown with the quote, which goes into the consent receipt; null if no page showed the quote. */
  readonly shown: ShownNotice | null
}

/** The legal notice of a checkout. */
export interface ShownNotice {
  /** The country of sale; null if it is unknown. */
  readonly country: CountryCode | null
  /** Null if the checkout shows no notice of withdrawal. */
  readonly withdrawal: Checkout['consent']['withdrawal']
}
