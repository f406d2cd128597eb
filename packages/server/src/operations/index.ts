import type { Billing } from '../billing/billing.ts'
import type { Route } from '../http/route.ts'
import { checkoutRoutesOf } from './checkout.ts'
import { customerRoutesOf } from './customers.ts'
import { declarationRoutesOf } from './declarations.ts'
import { discountRoutesOf } from './discounts.ts'
import { emailRoutesOf } from './emails.ts'
import { eventRoutesOf } from './events.ts'
import { linkRoutesOf } from './links.ts'
import { paymentRoutesOf } from './payments.ts'
import { planRoutesOf } from './plans.ts'
import { portalRoutesOf } from './portal.ts'
import { sandboxRoutesOf } from './sandbox.ts'
import { subscriptionRoutesOf } from './subscriptions.ts'
import { webhookRoutesOf } from './webhooks.ts'

/** The routes of all operations that may be called with an API key or a client token. */
export const routesOf = (billing: Billing): readonly Route[] =>
  [
    ...(billing.mode === 'sandbox' ? [sandboxRoutesOf] : []),
    checkoutRoutesOf,
    customerRoutesOf,
    declarationRoutesOf,
    discountRoutesOf,
    emailRoutesOf,
    eventRoutesOf,
    linkRoutesOf,
    paymentRoutesOf,
    planRoutesOf,
    portalRoutesOf,
    subscriptionRoutesOf,
    webhookRoutesOf,
  ].flatMap((routes) => routes(billing))
