import { html, type TemplateResult } from 'lit'
import type { Checkout } from '@billing-checkout/contract'
import type { Texts } from '../messages/texts.ts'

/** What every view needs. */
export interface CheckoutViewInput {
  readonly checkout: Checkout
  readonly texts: Texts
  /** How often the quote or its language has changed, for `renderInNewNodes`. */
  readonly quoteCount?: number
}

/**
 * Draws a quote into new nodes. Translators and extensions replace text nodes, so that updates of the old nodes would stay invisible.
 * Alternating between two templates makes Lit create new nodes.
 */
export const renderInNewNodes = (quotes: number | undefined, drawn: unknown): Rendering =>
  (quotes ?? 0) % 2 ? html`${drawn}` : html` ${drawn}`

/** The result of a view; `nothing` if the view is empty. */
export type Rendering = TemplateResult | symbol
