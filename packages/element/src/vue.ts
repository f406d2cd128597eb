import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import type { BillingCheckout } from './billing-checkout.ts'
import type { BillingCheckoutEventMap } from './checkout/state/events.ts'
import type { BillingPortal } from './portal/billing-portal.ts'
import type { BillingPortalEventMap } from './portal/events.ts'

type Emits = { [Name in keyof BillingCheckoutEventMap]: (event: BillingCheckoutEventMap[Name]) => void }
type Attributes = Partial<
  Pick<BillingCheckout, 'sessionId' | 'server' | 'frameOrigin' | 'locale' | 'theme' | 'restartUrl' | 'preview'>
>

/** `<billing-checkout>` in Vue's templates. */
export type BillingCheckoutInVue = new () => BillingCheckout & {
  /** Only for type checks in templates; the element has no such member. */
  readonly $props: Omit<HTMLAttributes, keyof Attributes> & Attributes & PublicProps
  /** Only for type checks in templates; the element has no such member. */
  readonly $emit: EmitFn<Emits>
}

type PortalEmits = { [Name in keyof BillingPortalEventMap]: (event: BillingPortalEventMap[Name]) => void }
type PortalAttributes = Partial<
  Pick<BillingPortal, 'clientToken' | 'server' | 'frameOrigin' | 'renewUrl' | 'locale' | 'theme'>
>

/** `<billing-portal>` in Vue's templates. */
export type BillingPortalInVue = new () => BillingPortal & {
  /** Only for type checks in templates; the element has no such member. */
  readonly $props: Omit<HTMLAttributes, keyof PortalAttributes> & PortalAttributes & PublicProps
  /** Only for type checks in templates; the element has no such member. */
  readonly $emit: EmitFn<PortalEmits>
}

declare module 'vue' {
  interface GlobalComponents {
    'billing-checkout': BillingCheckoutInVue
    'billing-portal': BillingPortalInVue
  }
}
