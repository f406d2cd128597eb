import './watch-policy.ts'
import { BillingCheckout } from './billing-checkout.ts'

// A page that loads the script twice, or two versions of it, keeps the first.
if (customElements.get('billing-checkout') === undefined) customElements.define('billing-checkout', BillingCheckout)

declare global {
  interface HTMLElementTagNameMap {
    'billing-checkout': BillingCheckout
  }
}
