import type { BillingClient } from '@billing-checkout/client'
import type { Catalogue } from './catalogue.ts'
import type { OrderBook } from './order-book.ts'
import type { FindPrices } from './prices.ts'
import type { TimeMachine } from './time-machine.ts'

/** What the shop's pages are made from. */
export interface Shop {
  readonly client: BillingClient
  /** The origin of the billing service, where browsers find the element's script. */
  readonly billingUrl: string
  /** The origin of the frame that a card is typed into. */
  readonly frameOrigin: string
  readonly catalogue: Catalogue
  readonly findPrices: FindPrices
  readonly book: OrderBook
  readonly time: TimeMachine
  /** The billing service's page of the emails that its sandbox stores; null if it sends them. */
  readonly inboxUrl: string | null
  /** What webhooks are signed with; undefined until the billing service knows the shop. */
  readonly webhookSecret: () => string | undefined
}
