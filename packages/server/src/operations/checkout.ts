import { type CheckoutPhase, operations, Problem } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { previewCheckout } from '../billing/checkout/preview-checkout.ts'
import { readCheckout } from '../billing/checkout/read-checkout.ts'
import { answerCheckoutAgain, updateCheckout } from '../billing/checkout/update-checkout.ts'
import { ownOriginOf } from '../billing/hosted/hosted-session.ts'
import { openPortalCheckout } from '../billing/portal/open-portal-checkout.ts'
import { loadListedSessions } from '../billing/sessions/load-listed-sessions.ts'
import { findSession, openSession, updateSession } from '../billing/sessions/open-session.ts'
import { publicRoute, type PublicRoute, route, type Route } from '../http/route.ts'
import { isOriginAllowed } from '../organization/is-origin-allowed.ts'
import { findPage } from '../store/lists/find-page.ts'
import { customerIdByExternalId } from '../store/lists/list-query.ts'
import type { Schema } from '../store/schema/schema.ts'

/** The routes of all operations that anyone may call. */
export const publicRoutesOf = (billing: Billing): readonly PublicRoute[] => [
  publicRoute(operations.findCardKeys, ({ wall }) => billing.cardKeys.findCardKeys(wall)),
  publicRoute(operations.findCheckout, ({ params, query, origin, acceptLanguage, inTurnOf }) =>
    readCheckout(billing, {
      sessionId: params.session_id,
      locale: query.locale,
      acceptLanguage,
      admit: async (organization, show, session) => {
        if (!isOriginAllowed(organization, billing.mode, origin, ownOriginOf(billing, session)))
          throw new Problem('origin_not_allowed', `Pages of ${origin} may not show this checkout.`)
        return inTurnOf(organization.id, show)
      },
    }),
  ),
]

/** The routes of operations on client sessions and their checkouts. */
export const checkoutRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.createClientSession, ({ body, call }) =>
    call.principal.kind === 'portal' ? openPortalCheckout(billing, call, body) : openSession(billing, call, body),
  ),
  route(operations.findClientSession, ({ params, call }) => findSession(billing, call, params.id)),
  route(operations.findClientSessions, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'clientSessions',
        sorts: { created_at: 'createdAt' },
        unstableParameters: 'anything',
        narrow: (rows) => {
          let narrowed = rows
          for (const [name, value] of Object.entries(query))
            if (value !== undefined && name in conditions)
              narrowed = narrowed.where(conditions[name as keyof typeof conditions](String(value)))
          const { status, status_in: statuses } = query
          if (status !== undefined) narrowed = narrowed.where(statusIs[status])
          if (statuses !== undefined)
            narrowed = narrowed.where((session) => session.or(statuses.map((each) => statusIs[each])))
          return narrowed
        },
      },
      loadListedSessions,
    ),
  ),
  route(operations.previewCheckout, ({ body, call }) => previewCheckout(billing, call, body)),
  route(
    operations.updateCheckout,
    ({ params, query, body, call }) =>
      updateCheckout(billing, call, { sessionId: params.session_id, locale: query.locale, body }),
    (remembered, { params, query }) =>
      answerCheckoutAgain(billing, remembered, { sessionId: params.session_id, locale: query.locale }),
  ),
  route(operations.updateClientSession, ({ params, body, call }) => updateSession(billing, call, params.id, body)),
]

/** SQL that is true if the session was opened for the customer or paid by them. */
const isOfCustomer = (customerId: Expression<string>) =>
  sql<boolean>`(customer_id = ${customerId} or members->'customer'->>'id' = ${customerId})`

const conditions = {
  customer_id: (id: string) => isOfCustomer(sql`${id}::text`),
  external_id: (externalId: string) =>
    sql<boolean>`(members->'customer'->>'external_id' = ${externalId} or ${isOfCustomer(customerIdByExternalId(externalId).$asScalar())})`,
  email: (email: string) =>
    sql<boolean>`(members->'customer'->>'email' is not null and fold_text(members->'customer'->>'email') = ${foldText(email)})`,
  plan_id: (id: string) => sql<boolean>`members->'plan'->>'id' = ${id}`,
  subscription_id: (id: string) => sql<boolean>`members->'subscription'->>'id' = ${id}`,
} as const

const isBeingPaid = sql<boolean>`exists ${expressionBuilder<Schema>()
  .selectFrom('payments as paying')
  .select('paying.id')
  .whereRef('paying.sessionId', '=', sql`client_sessions.id`)
  .where('paying.paymentStatus', '=', 'PENDING')}`

/** A session with an unfinished payment does not expire. */
const statusIs = {
  open: sql<boolean>`(completed_at is null and expires_at > (select billing_now()) and not ${isBeingPaid})`,
  processing: sql<boolean>`(completed_at is null and ${isBeingPaid})`,
  completed: sql<boolean>`completed_at is not null`,
  expired: sql<boolean>`(completed_at is null and expires_at <= (select billing_now()) and not ${isBeingPaid})`,
} as const satisfies Record<CheckoutPhase, RawBuilder<boolean>>
