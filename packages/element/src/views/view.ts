import type { TemplateResult } from 'lit'
import type { Checkout } from '@billing-checkout/contract'
import type { Texts } from '../messages/texts.ts'

/** What every view is drawn from. */
export interface View {
  readonly checkout: Checkout
  readonly texts: Texts
}

/** What a view draws; `nothing` where it has nothing to say. */
export type Rendering = TemplateResult | symbol
