import type { Catalogue } from '../messages/checkout-catalogue.ts'
import { createPortalCalls, type PortalCalls } from './state/portal-calls.ts'

/** The portal's connections to the server and its build; a test passes replacements. */
export interface PortalDependencies {
  readonly openService: (server: string) => PortalCalls
  /** Compiles messages into the form that the build ships. */
  readonly compile: (messages: Partial<Catalogue>) => Partial<Catalogue>
  /** Defines `<billing-checkout>`. */
  readonly loadCheckout: () => Promise<unknown>
  /** The pause before a request that got no answer is sent again, in milliseconds; twice as long before the second retry. */
  readonly retryMs: number
}

/** The connections of a portal in a real shop. */
export const productionPortalDependencies: PortalDependencies = {
  openService: createPortalCalls,
  compile: (messages) => messages,
  loadCheckout: () => import('../define.ts'),
  retryMs: 1000,
}
