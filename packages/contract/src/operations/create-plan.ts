import { z } from 'zod'
import { plan, planPricing, planTax } from '../resources/plan.ts'
import { filledText } from '../resources/text.ts'
import { intervalUnits, planTypes } from '../vocabulary/plan-terms.ts'
import { operation } from './operation.ts'
import { none } from './parts.ts'

const intervalCount = z.int().min(1).max(1000)

const body = z
  .strictObject({
    name: filledText(200),
    type: z.enum(planTypes),
    interval: z.enum(intervalUnits).nullish(),
    interval_count: intervalCount.nullish(),
    price: planPricing,
    tax: planTax.partial().nullish(),
    trial_interval: z.enum(intervalUnits).nullish(),
    trial_interval_count: intervalCount.nullish(),
    trial_price: planPricing.nullish(),
  })
  .superRefine((plan, context) => {
    for (const [path, message] of faultsOfTerms(plan))
      context.addIssue({ code: 'custom', path: [path], message, input: plan })
  })

type Terms = Pick<
  z.infer<typeof body>,
  'type' | 'interval' | 'interval_count' | 'trial_interval' | 'trial_interval_count' | 'trial_price'
>

function faultsOfTerms(plan: Terms): [path: string, message: string][] {
  const oneOff = plan.type === 'one-off'
  const hasTrial = plan.trial_interval != null
  const rules: [path: keyof Terms, broken: boolean, message: string][] = [
    ['interval', !oneOff && plan.interval == null, 'is required for a recurring plan'],
    ['interval', oneOff && plan.interval != null, 'must be absent for a one-off plan'],
    ['interval_count', oneOff && plan.interval_count != null, 'must be absent for a one-off plan'],
    ['trial_interval', oneOff && hasTrial, 'must be absent for a one-off plan'],
    ['trial_interval', !hasTrial && plan.trial_interval_count != null, 'is required with trial_interval_count'],
    ['trial_interval', !hasTrial && plan.trial_price != null, 'is required with trial_price'],
  ]
  return rules.filter(([, broken]) => broken).map(([path, , message]) => [path, message])
}

/** Creates a plan. Its prices never change afterwards; subscribers keep theirs. */
export const createPlan = operation({
  name: 'createPlan',
  method: 'POST',
  path: '/plans',
  summary: 'Create a plan',
  section: 'decisions 4',
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'write' },
  params: none,
  query: none,
  body,
  answer: plan,
  problems: ['amount_below_minimum'],
})
