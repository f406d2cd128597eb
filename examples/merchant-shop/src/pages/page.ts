import type { Html } from '../html.ts'

/** A page's content between the shop's header and footer. */
export interface Page {
  readonly title: string
  readonly body: Html
  /** The element of the billing service on the page, if any. */
  readonly element?: 'billing-checkout' | 'billing-portal'
}
