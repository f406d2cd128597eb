import { isSupported } from '../is-supported.ts'
import { BillingPortal } from './billing-portal.ts'

const tag = 'billing-portal'
// If a page loads the script twice, or in two versions, the first definition stays.
if (!customElements.get(tag) && isSupported()) customElements.define(tag, BillingPortal)

declare global {
  interface HTMLElementTagNameMap {
    'billing-portal': BillingPortal
  }
}
