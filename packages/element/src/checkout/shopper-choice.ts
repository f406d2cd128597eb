import type { Checkout } from '@billing-checkout/contract'
import { firstMethod } from './chosen-method.ts'

/** What the shopper has chosen and ticked at one checkout, outside the card frame. */
export class ShopperChoice {
  /** Whether the box of the consent is ticked, and whether it was missed when paying. */
  consent: { readonly isTicked: boolean; readonly isMissing: boolean } = { isTicked: false, isMissing: false }
  #method: string | null | undefined

  /** The chosen saved method's id, else what is offered first; null means a new card. */
  methodIn(checkout: Checkout | null): string | null {
    return this.#method ?? (this.#method === null || !checkout ? null : firstMethod(checkout))
  }

  choose(method: string | null): void {
    this.#method = method
  }

  tick(isTicked: boolean): void {
    this.consent = { isTicked, isMissing: this.consent.isMissing && !isTicked }
  }

  /** Whether a box that has to be ticked is not; it is then marked. */
  misses({ consent }: Checkout): boolean {
    const isMissing = consent.checkbox_required && !this.consent.isTicked
    if (isMissing) this.consent = { isTicked: false, isMissing }
    return isMissing
  }
}
