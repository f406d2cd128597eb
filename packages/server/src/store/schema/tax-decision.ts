import type { TaxPlaceField, TaxRule } from '@billing-checkout/domain'

/**
 * The decision about the tax of a sale, before the sale has an amount. `asks` lists the parts of an address that we may request from the
 * shopper; `needs` lists those of them without which the place of taxation is unknown.
 */
export type TaxDecision =
  | {
      readonly kind: 'not_collected'
      readonly asks: readonly TaxPlaceField[]
      readonly needs: readonly TaxPlaceField[]
    }
  | {
      readonly kind: 'calculated'
      readonly rule: TaxRule
      readonly provider: TaxProvider
      readonly asks: readonly TaxPlaceField[]
      readonly needs: readonly TaxPlaceField[]
    }
  /** Tax is due, but its amount depends on a part of the place that is unknown. */
  | {
      readonly kind: 'incomplete'
      readonly asks: readonly TaxPlaceField[]
      readonly needs: readonly TaxPlaceField[]
    }
  /** Tax is due, but its amount could not be determined. */
  | {
      readonly kind: 'failed'
      readonly error: { readonly code: TaxErrorCode; readonly message: string }
      readonly asks: readonly TaxPlaceField[]
      readonly needs: readonly TaxPlaceField[]
    }

/** Why the amount of tax could not be determined. */
export type TaxErrorCode = 'calculator_unavailable' | 'place_unknown'

/** The source of the tax amount, as a payment shows it: a table or a service, and its type. */
export interface TaxProvider {
  readonly id: string
  readonly type: string
}
