import type { TaxPlaceField, TaxRule } from '@billing-checkout/domain'

/**
 * The decision about the tax of a sale, before the sale has an amount. `asks` names what we may request from a shopper. `needs` is the part
 * of it without which the place of taxation is unknown.
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
  /** Tax is owed, but the amount depends on a part of the place that is not known. */
  | {
      readonly kind: 'incomplete'
      readonly asks: readonly TaxPlaceField[]
      readonly needs: readonly TaxPlaceField[]
    }
  /** Tax is owed, and its amount could not be found out. */
  | {
      readonly kind: 'failed'
      readonly error: { readonly code: TaxErrorCode; readonly message: string }
      readonly asks: readonly TaxPlaceField[]
      readonly needs: readonly TaxPlaceField[]
    }

/** Why the amount of tax could not be found out. */
export type TaxErrorCode = 'calculator_unavailable' | 'place_unknown'

/** Who says what tax is, as a payment shows it: the table or service, and what kind of thing that is. */
export interface TaxProvider {
  readonly id: string
  readonly type: string
}
