import type { BillingClient } from '@billing-checkout/client'
import type { Catalogue } from './catalogue.ts'
import type { OrderBook } from './order-book.ts'
import type { FindPrices } from './prices.ts'
import type { TimeMachine } from './time-machine.ts'

/** What the shop's pages need. */
export interface Shop {
  readonly client: BillingClient
  /** The origin of the billing service, from which browsers load the element's script. */
  readonly billingUrl: string
  /** The origin of the card frame. */
  readonly frameOrigin: string
  readonly catalogue: Catalogue
  readonly findPrices: FindPrices
  readonly book: OrderBook
  readonly time: TimeMachine
  /** The billing service's page with the sandbox's emails; null if the service sends emails for real. */
  readonly inboxUrl: string | null
  /** The secret that signs webhooks; undefined until the endpoint is registered. */
  readonly webhookSecret: () => string | undefined
}
