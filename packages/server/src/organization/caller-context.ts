import type { Role, ScopedResource } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ShopperBrowser } from '../processors/processor.ts'
import type { RequestIdentity } from '../store/requests/request-identity.ts'
import type { Organization } from './organization.ts'

/** Who is calling, and therefore what they may do. */
export type Principal = MerchantPrincipal | UserPrincipal | WidgetPrincipal | PortalPrincipal

/** A merchant's backend with an API key; `scopes` null means everything. */
export interface MerchantPrincipal {
  readonly kind: 'merchant'
  readonly keyId: string
  readonly scopes: Readonly<Partial<Record<ScopedResource, 'read' | 'write'>>> | null
}

/** A user of the dashboard, in one organization of theirs. */
export interface UserPrincipal {
  readonly kind: 'user'
  readonly userId: string
  readonly role: Role
  readonly isOperator: boolean
  /** Until when they may change what needs a repeated password. */
  readonly reauthenticatedUntil: Timestamp
}

/** Whether someone acts for the merchant, who charges no new method and whom no session confines. */
export const actsForMerchant = (principal: Principal): principal is MerchantPrincipal | UserPrincipal =>
  principal.kind === 'merchant' || principal.kind === 'user'

/** A shopper's widget with the client token of one session. */
export interface WidgetPrincipal {
  readonly kind: 'widget'
  readonly sessionId: string
  /** The origin of our own pages, if one of them shows the session. */
  readonly ownOrigin?: string | null
}

/** A customer with the client token of a portal session, who sees and changes what is theirs. */
export interface PortalPrincipal {
  readonly kind: 'portal'
  readonly sessionId: string
  readonly customerId: string
  /** The origin of our own pages, if one of them shows the portal. */
  readonly ownOrigin: string | null
}

/** What every verb may know about the request that asks for it. */
export interface CallerContext {
  readonly organization: Organization
  readonly principal: Principal
  readonly requestId: string
  /** The caller's network address or, of IPv6, network: what limits against card testing count by. */
  readonly address: string
  /** The complete details of the shopper's browser, if it sent them. */
  readonly browser?: ShopperBrowser
  /** Wall-clock time of the request; the billing clock is read inside the transaction. */
  readonly wall: Timestamp
  /** Present when the caller sent an `Idempotency-Key`. Keys of different callers never meet: `caller` scopes them. */
  readonly idempotency: RequestIdentity | null
}
