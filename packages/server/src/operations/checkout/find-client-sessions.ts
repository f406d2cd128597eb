import { operations, type CheckoutPhase } from '@billing-checkout/contract'
import { foldText } from '@billing-checkout/domain'
import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Billing } from '../../billing/billing.ts'
import { loadListedSessions } from '../../billing/sessions/load-listed-sessions.ts'
import { route } from '../../http/route.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { customerKnownAs } from '../../store/lists/list-query.ts'
import type { Schema } from '../../store/schema/schema.ts'

/** Answers GET /client-session. */
export const findClientSessionsRoute = (billing: Billing) =>
  route(operations.findClientSessions, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'clientSessions',
        sorts: { created_at: 'createdAt' },
        changing: 'anything',
        byWords: false,
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
  )

/** SQL that is true if the session was opened for the customer or paid by them. */
const isOf = (customerId: Expression<string>) =>
  sql<boolean>`(customer_id = ${customerId} or members->'customer'->>'id' = ${customerId})`

const conditions = {
  customer_id: (id: string) => isOf(sql`${id}::text`),
  external_id: (externalId: string) =>
    sql<boolean>`(members->'customer'->>'external_id' = ${externalId} or ${isOf(customerKnownAs(externalId).$asScalar())})`,
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
