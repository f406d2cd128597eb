import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { closeObligation } from '../../billing/operator/close-obligation.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { ObligationRow } from '../../store/rows.ts'
import { actionsOf } from './actions-of.ts'
import type { CommandContext } from '../command-context.ts'
import { whoActs } from './who-acts.ts'

/** An operator's decision, and the operator's name. */
export interface ByHandInput {
  readonly id: string
  readonly why: string
  readonly who: string
}

/** Lists all open obligations, the oldest first. */
export const listObligations = async ({ store }: CommandContext): Promise<object> => {
  const open = await acrossOrganizations(store.database.db, 'operator')
    .selectFrom('obligations')
    .selectAll()
    .where('state', '=', sql.lit('open'))
    .orderBy('createdAt')
    .limit(1000)
    .execute()
  return { data: open.map(present) }
}

/** Shows one obligation, open or not, with its attempts and the operators' decisions about it. */
export const showObligation = async ({ store }: CommandContext, { id }: { readonly id: string }): Promise<object> => {
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

/** Closes an obligation as an operator decided. */
export const closeObligationByOperator = async (context: CommandContext, input: ByHandInput): Promise<object> => {
  const decided = whoActs(input)
  await closeObligation(context.billing.billing, await findObligation(context.store.database.db, input.id), decided)
  return showObligation(context, input)
}

const findObligation = async (db: Database, id: string): Promise<ObligationRow> => {
  const obligation = await acrossOrganizations(db, 'operator')
    .selectFrom('obligations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (obligation === undefined) throw new Problem('not_found', `There is no obligation ${JSON.stringify(id)}.`)
  return obligation
}

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
