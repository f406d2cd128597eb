import type { Html } from '../html.ts'

/** A page: what is between the shop's header and footer. */
export interface Page {
  readonly title: string
  readonly body: Html
  /** The checkout's page runs the element. */
  readonly withElement?: boolean
}
