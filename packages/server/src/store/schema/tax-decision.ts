import type { TaxPlaceField, TaxRule } from '@billing-checkout/domain'

/** The decision about the tax of a sale, before the sale has an amount. */
export type TaxDecision = {
  /** The parts of an address that we may request from the shopper. */
  readonly asks: readonly TaxPlaceField[]
  /** The parts in `asks` without which the place of taxation is unknown. */
  readonly needs: readonly TaxPlaceField[]
} & (
  | { readonly kind: 'not_collected' }
  | { readonly kind: 'calculated'; readonly rule: TaxRule; readonly provider: TaxProvider }
  /** Tax is due, but its amount depends on a part of the place that is unknown. */
  | { readonly kind: 'incomplete' }
  /** Tax is due, but its amount could not be determined. */
  | { readonly kind: 'failed'; readonly error: { readonly code: TaxErrorCode; readonly message: string } }
)

/** Why the amount of tax could not be determined. */
export type TaxErrorCode = 'calculator_unavailable' | 'place_unknown'

/** The source of the tax amount, as a payment shows it: a table or a service, and its type. */
export interface TaxProvider {
  readonly id: string
  readonly type: string
}
