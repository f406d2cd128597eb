import { type Plan, Problem } from '@billing-checkout/contract'
import { invalidValue } from '../../reading/refuse-issues.ts'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { presentPlan } from '../../presenters/plans/present-plan.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'

type PlanBody = BodyOf<'updatePlan'>

/** Renames a plan, archives or restores it, or changes its group. Sessions and subscriptions that have the plan keep it. */
export const updatePlan = (
  billing: Billing,
  call: CallerContext,
  id: string,
  { name, archived, group }: PlanBody,
): Promise<Plan> =>
  write(billing.database, call.organization.id, async (work) => {
    const { db, now } = work
    const stored = await db.selectFrom('plans').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (stored === undefined) throw new Problem('not_found', `There is no plan ${id}.`)
    if (group && stored.type === 'one-off')
      throw invalidValue('body.group', `group must be absent for the one-off plan ${id}.`)
    const changed = {
      planGroup: group === undefined ? stored.planGroup : group,
      name: name ?? stored.name,
      archivedAt: archived === undefined ? stored.archivedAt : archived ? (stored.archivedAt ?? now) : null,
    }
    const same =
      changed.name === stored.name && changed.archivedAt === stored.archivedAt && changed.planGroup === stored.planGroup
    const row = same
      ? stored
      : await db
          .updateTable('plans')
          .set({ ...changed, updatedAt: now })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
    const plan = presentPlan(row)
    if (!same) recordAudit(work, { object: id, before: presentPlan(stored), after: plan })
    saveIdempotentResponse(work, call, plan)
    return plan
  })
