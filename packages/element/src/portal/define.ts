import { isSupported } from '../is-supported.ts'
import { BillingPortal } from './billing-portal.ts'

const tag = 'billing-portal'
// A page that loads the script twice, or two versions of it, keeps the first.
if (!customElements.get(tag) && isSupported()) customElements.define(tag, BillingPortal)

declare global {
  interface HTMLElementTagNameMap {
    'billing-portal': BillingPortal
  }
}
