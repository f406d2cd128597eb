import { html, type TemplateResult } from 'lit'
import type { Checkout } from '@billing-checkout/contract'
import type { Texts } from '../messages/texts.ts'

/** What every view is drawn from. */
export interface View {
  readonly checkout: Checkout
  readonly texts: Texts
  /** How many quotes were drawn before this one. */
  readonly quotes?: number
}

/**
 * Draws a quote. Translators and extensions replace text nodes, and text that is written into the former nodes is not shown. So each
 * quote makes new nodes, by a template that the quote before it did not have.
 */
export const inNewNodes = (quotes: number | undefined, drawn: unknown): Rendering =>
  (quotes ?? 0) % 2 ? html`${drawn}` : html` ${drawn}`

/** What a view draws; `nothing` if it is empty. */
export type Rendering = TemplateResult | symbol
