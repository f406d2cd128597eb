import type { BillingErrorEvent } from '@billing-checkout/element'
import type { BillingPortalChangeEvent } from '@billing-checkout/element/portal'
import type {} from '@billing-checkout/element/vue'
import type { GlobalComponents } from 'vue'

// The types with which Vue's templates check `<billing-checkout>`.

type Checkout = InstanceType<GlobalComponents['billing-checkout']>

/** Properties of the tag in a template. */
export const props: Checkout['$props'] = {
  sessionId: 'de94db6c-55af-493d-8b35-80b26b7ba50a',
  server: 'https://billing.example',
  theme: 'dark',
  class: 'wide',
}

/** An event of the tag. */
export const listen = (emit: Checkout['$emit'], event: BillingErrorEvent): void => emit('billing-error', event)

/** Code that must not compile. */
export const mistake: Checkout['$props'] = {
  // @ts-expect-error -- there is no such theme
  theme: 'red',
}

type Portal = InstanceType<GlobalComponents['billing-portal']>

/** Properties of the portal's tag in a template. */
export const portalProps: Portal['$props'] = { clientToken: 'token', server: 'https://billing.example', theme: 'dark' }

/** An event of the portal. */
export const listenToPortal = (emit: Portal['$emit'], event: BillingPortalChangeEvent): void =>
  emit('billing-portal-change', event)
