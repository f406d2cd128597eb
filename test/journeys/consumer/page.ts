import '@billing-checkout/element/define'
import type { BillingCheckoutEventMap } from '@billing-checkout/element'

// Code that a merchant without a framework might write.

const checkout = document.querySelector('billing-checkout')
checkout?.submit().catch(console.error)
checkout?.phase satisfies string | undefined

/** A typed listener. */
export const tell = ({ payment }: BillingCheckoutEventMap['billing-paid']): string | undefined => payment?.id
