import type { Catalogue } from '../messages/checkout-catalogue.ts'
import { createPortalService, type PortalService } from './state/portal-service.ts'

/** What the portal takes from outside the page: a test passes its own. */
export interface PortalParts {
  readonly openService: (server: string) => PortalService
  /** Messages as a build leaves them. */
  readonly compile: (messages: Partial<Catalogue>) => Partial<Catalogue>
  /** Defines `<billing-checkout>`. */
  readonly loadCheckout: () => Promise<unknown>
  /** How long to wait before sending again what got no answer, in milliseconds. */
  readonly retryMs: number
}

/** The parts of a portal in a shop. */
export const realPortalParts: PortalParts = {
  openService: createPortalService,
  compile: (messages) => messages,
  loadCheckout: () => import('../define.ts'),
  retryMs: 1000,
}
