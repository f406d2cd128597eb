import type { Money, Plan } from '@billing-checkout/contract'
import { issuesOfPricing } from '@billing-checkout/domain'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { presentPlan } from '../../presenters/plans/present-plan.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { newId } from '../../store/writes/new-id.ts'
import { write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import { refuseIssues } from '../../reading/refuse-issues.ts'
import type { Billing } from '../billing.ts'
import { refuseBelowMinimum, refuseUnrepresentablePrice } from '../quotes/refuse-unchargeable-amount.ts'

type PlanBody = BodyOf<'createPlan'>

/** Creates a plan. Its prices never change afterwards, so every customer is charged the price that they agreed to. */
export const createPlan = (billing: Billing, call: CallerContext, body: PlanBody): Promise<Plan> => {
  refuseInvalidPricing(body)
  const { min, max } = body.quantity ?? { min: 1, max: 1 }
  for (const money of pricesOf(body)) {
    const of = (quantity: number) => ({ ...money, amount: money.amount * quantity })
    refuseBelowMinimum(billing, call.organization, of(min))
    // If the price of one unit is a multiple of the processor's step, so is the price of every quantity. If only one quantity is sold, the
    // price of one unit need not be a multiple.
    if (min < max) refuseUnrepresentablePrice(billing, call.organization, money)
    refuseUnrepresentablePrice(billing, call.organization, of(max))
  }
  return write(billing.database, call.organization.id, async (work) => {
    const inserted = await work.db
      .insertInto('plans')
      .values({
        id: newId('price', work),
        name: body.name,
        type: body.type,
        intervalUnit: body.interval ?? null,
        intervalCount: body.interval == null ? null : (body.interval_count ?? 1),
        price: JSON.stringify(body.price),
        collectTax: body.tax?.collect_tax ?? null,
        trialIntervalUnit: body.trial_interval ?? null,
        trialIntervalCount: body.trial_interval == null ? null : (body.trial_interval_count ?? 1),
        trialPrice: body.trial_price ? JSON.stringify(body.trial_price) : null,
        archivedAt: null,
        planGroup: body.group ?? null,
        quantity: body.quantity ? JSON.stringify(body.quantity) : null,
        createdAt: work.now,
        updatedAt: work.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const plan = presentPlan(inserted)
    recordAudit(work, { object: plan.id, after: plan })
    saveIdempotentResponse(work, call, plan)
    return plan
  })
}

const refuseInvalidPricing = (body: PlanBody): void =>
  refuseIssues(
    issuesOfPricing(body.price, body.trial_price ?? null).map(({ path, message }) => ({
      path: `body.${path.join('.')}`,
      code: 'invalid_value',
      message: `${path.join('.')} ${message}.`,
    })),
  )

const pricesOf = ({ price, trial_price: trialPrice }: PlanBody): Money[] =>
  [price, ...(trialPrice ? [trialPrice] : [])].flatMap((pricing) => [
    pricing.default,
    ...pricing.countries.map((exception) => exception.price),
  ])
