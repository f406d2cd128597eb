import type { BillingErrorEvent } from '@billing-checkout/element'
import type { BillingPortalChangeEvent } from '@billing-checkout/element/portal'
import type {} from '@billing-checkout/element/vue'
import type { GlobalComponents } from 'vue'

// What Vue's templates check `<billing-checkout>` against.

type Checkout = InstanceType<GlobalComponents['billing-checkout']>

/** All that the tag takes in a template. */
export const props: Checkout['$props'] = {
  sessionId: 'de94db6c-55af-493d-8b35-80b26b7ba50a',
  server: 'https://billing.example',
  theme: 'dark',
  class: 'wide',
}

/** What it tells. */
export const listen = (emit: Checkout['$emit'], event: BillingErrorEvent): void => emit('billing-error', event)

/** What does not compile. */
export const mistake: Checkout['$props'] = {
  // @ts-expect-error -- there is no such theme
  theme: 'red',
}

type Portal = InstanceType<GlobalComponents['billing-portal']>

/** All that the portal's tag takes in a template. */
export const portalProps: Portal['$props'] = { clientToken: 'token', server: 'https://billing.example', theme: 'dark' }

/** What the portal tells. */
export const listenToPortal = (emit: Portal['$emit'], event: BillingPortalChangeEvent): void =>
  emit('billing-portal-change', event)
