import { sql } from 'kysely'
import { closeObligation } from '../../billing/operator/close-obligation.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { ObligationRow } from '../../store/rows.ts'
import type { CommandContext, CommandTable } from '../command-context.ts'
import { throwNotFound } from '../throw-not-found.ts'
import { actionsOf, type DecisionInput, readDecision } from './decision-input.ts'

/** Commands for refunds, voids and cancellations that we owe. */
export const obligationCommands = {
  /** Lists the open obligations, the oldest first, at most a thousand. */
  'obligation list': async ({ store }) => {
    const open = await acrossOrganizations(store.database.db, 'operator')
      .selectFrom('obligations')
      .selectAll()
      .where('state', '=', sql.lit('open'))
      .orderBy('createdAt')
      .limit(1000)
      .execute()
    return { data: open.map(present) }
  },

  'obligation show': (context, { id }: { readonly id: string }) => showObligation(context, id),

  'obligation close': async (context, input: DecisionInput) => {
    const decided = readDecision(input)
    await closeObligation(context.billing.billing, await findObligation(context.store.database.db, input.id), decided)
    return showObligation(context, input.id)
  },
} satisfies CommandTable

/** Shows one obligation, open or not, with its attempts and the operators' decisions about it. */
const showObligation = async ({ store }: CommandContext, id: string): Promise<object> => {
  const { db } = store.database
  const obligation = await findObligation(db, id)
  const { organizationId, paymentId } = obligation
  const [attempts, actions] = await Promise.all([
    inOrganization(db, organizationId)
      .selectFrom('attempts')
      .select(['id', 'state', 'processorKey', sql<string | null>`outcome->>'kind'`.as('outcome')])
      .where('paymentId', '=', paymentId)
      .where(sql<string>`request->'notes'->>'obligationId'`, '=', id)
      .orderBy('createdAt')
      .execute(),
    actionsOf(db, id),
  ])
  return {
    ...present(obligation),
    transaction_id: obligation.transactionId,
    is_counted_as_refund: obligation.isCounted,
    closed_reason: obligation.closedReason,
    tries: attempts.map(({ id: attempt, state, processorKey, outcome }) => ({
      attempt,
      state,
      reference: processorKey,
      outcome,
    })),
    actions,
  }
}

const findObligation = async (db: Database, id: string): Promise<ObligationRow> =>
  (await acrossOrganizations(db, 'operator')
    .selectFrom('obligations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) ?? throwNotFound('obligation', id)

const present = (obligation: ObligationRow): object => ({
  id: obligation.id,
  organization: obligation.organizationId,
  kind: obligation.kind,
  amount: obligation.amount,
  currency: obligation.currencyCode,
  payment_id: obligation.paymentId,
  state: obligation.state,
  reason: obligation.reason,
  tries: obligation.tries,
  last_failure: obligation.lastFailure,
  overdue_since: obligation.overdueSince,
  due_at: obligation.state === 'open' ? obligation.dueAt : null,
  created_at: obligation.createdAt,
})
