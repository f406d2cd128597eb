import type { operations, Role, ScopedResource } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { ShopperBrowser } from '../processors/processor.ts'
import type { RequestIdentity } from '../store/requests/request-identity.ts'
import type { Organization } from './organization.ts'

/** The caller, which determines what a request may do. */
export type Principal = MerchantPrincipal | UserPrincipal | WidgetPrincipal | PortalPrincipal

/** A merchant's backend with an API key. If `scopes` is null, the key has all scopes except `audit` and `erasure`. */
export interface MerchantPrincipal {
  readonly kind: 'merchant'
  readonly keyId: string
  readonly scopes: Readonly<Partial<Record<ScopedResource, 'read' | 'write'>>> | null
}

/** A user of the dashboard, acting for one of their organizations. */
export interface UserPrincipal {
  readonly kind: 'user'
  readonly userId: string
  readonly role: Role
  readonly isOperator: boolean
  /** Until when the user may make changes that require a recent authentication. */
  readonly reauthenticatedUntil: Timestamp
}

/** Our element on a shopper's page (the widget), with the client token of one session. */
export interface WidgetPrincipal {
  readonly kind: 'widget'
  readonly sessionId: string
  /** The origin of our own page, if one of our pages shows the session. */
  readonly ownOrigin?: string | null
}

/** A customer with the client token of a portal session, who can see and change only their own objects. */
export interface PortalPrincipal {
  readonly kind: 'portal'
  readonly sessionId: string
  readonly customerId: string
  /** The origin of our own page, if one of our pages shows the portal. */
  readonly ownOrigin: string | null
}

/** Whether a caller acts for the merchant. Such a caller cannot charge new payment methods, and is not limited to one session. */
export const actsForMerchant = (principal: Principal): principal is MerchantPrincipal | UserPrincipal =>
  principal.kind === 'merchant' || principal.kind === 'user'

/** The facts about the request that every command of billing receives. */
export interface CallerContext {
  readonly organization: Organization
  readonly principal: Principal
  readonly requestId: string
  /** The caller's IPv4 address or IPv6 network, by which limits and risk rules count. */
  readonly address: string
  /** The details of the shopper's browser, if all of them were sent. */
  readonly browser?: ShopperBrowser
  /** Wall-clock time of the request; the billing clock is read inside the transaction. */
  readonly wall: Timestamp
  /** Present if the caller sent an `Idempotency-Key`. Keys of different callers never collide, because `caller` scopes them. */
  readonly idempotency: RequestIdentity | null
}

/** The body of an operation's request, after it was checked. */
export type BodyOf<Name extends keyof typeof operations> = z.output<
  Extract<(typeof operations)[Name]['body'], z.ZodType>
>
