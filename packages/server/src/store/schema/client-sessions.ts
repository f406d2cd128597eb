import type { Checkout, CountryCode, SessionMembers } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableJson } from './columns.ts'
import type { TaxAddress } from './customers.ts'

/** One row for every checkout. */
export interface ClientSessionTable {
  organizationId: string
  id: string
  members: Json<SessionMembers>
  /** The customer that the first payment attempt found or created. */
  customerId: string | null
  quote: NullableJson<FrozenQuote>
  /** The place that the shopper said at this checkout; it decides tax and nothing else. */
  taxAddress: ColumnType<TaxAddress | null, string | null | undefined, string | null>
  /** Set when a card turned out to have had this plan's trial before. */
  trialRefused: Generated<boolean>
  /** Set if a card has redeemed the discount of the session as often as a customer may. */
  discountRefused: Generated<boolean>
  /** Set if the shopper, not the merchant, named the subscription of `members`: to change it instead of buying another. */
  changesInstead: Generated<boolean>
  /** The page of ours that shows it: `checkout` for one that the merchant opened, else the kind of the link that opened it. */
  hostedAs: Generated<'checkout' | 'recovery' | 'link' | null>
  /** The payment link that opened it. */
  linkId: Generated<string | null>
  /** The session of the portal that opened it, and with which it ends. It may have been deleted since. */
  portalSessionId: Generated<string | null>
  expiresAt: Timestamp
  completedAt: Timestamp | null
  /** When it was completed, by the wall clock. */
  completedWall: Generated<Timestamp | null>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The instant a session's quote is frozen at, and for how long. */
export interface FrozenQuote {
  readonly id: string
  readonly at: Timestamp
  readonly expiresAt: Timestamp
  /** Everything that the quote depends on. If any of it changes, the session is quoted again. Null when only the hash decides. */
  readonly basis: string | null
  /** The notice that the page showed with it, which the consent receipt has; null if it was quoted without a page. */
  readonly shown: NoticeShown | null
}

/** What a checkout says about the law of the sale. */
export interface NoticeShown {
  /** The country of sale; null if it is unknown. */
  readonly country: CountryCode | null
  /** Null if the checkout shows no notice of withdrawal. */
  readonly withdrawal: Checkout['consent']['withdrawal']
}
