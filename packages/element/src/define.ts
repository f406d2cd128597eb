import './developer/watch-policy.ts'
import { BillingCheckout } from './billing-checkout.ts'
import { tellDeveloper } from './developer/tell-developer.ts'
import { isSupported } from './is-supported.ts'

const tag = 'billing-checkout'
const taken = customElements.get(tag)
// If a page loads the script twice, or in two versions, the first definition stays.
if (taken && !('phase' in taken.prototype)) tellDeveloper('tag_taken')
else if (!taken && isSupported()) customElements.define(tag, BillingCheckout)
else if (!taken) void import('./unsupported/unsupported.ts')

declare global {
  interface HTMLElementTagNameMap {
    'billing-checkout': BillingCheckout
  }
}
