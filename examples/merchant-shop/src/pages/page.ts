import type { Html } from '../html.ts'

/** A page: what is between the shop's header and footer. */
export interface Page {
  readonly title: string
  readonly body: Html
  /** The element of the billing service that the page runs, if it does. */
  readonly element?: 'billing-checkout' | 'billing-portal'
}
