import { z } from 'zod'
import { subscriptionStatuses } from '../vocabulary/statuses.ts'
import { idOf, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'
import { subscriptionPlan } from './plan.ts'

/** A subscription (interface 2.4); `past_due` is null unless that is its status. */
export const subscription = z
  .strictObject({
    id: idOf('sub'),
    status: z.enum(subscriptionStatuses),
    plan: subscriptionPlan,
    created_at: timestamp,
    updated_at: timestamp,
    current_period_start: timestamp,
    current_period_end: timestamp,
    next_billing_date: timestamp.nullable(),
    past_due: z.strictObject({ attempt_count: z.int().min(0), max_attempts_count: z.int().min(1) }).nullable(),
    metadata,
  })
  .meta({ id: 'Subscription' })

/** A subscription (interface 2.4). */
export type Subscription = z.infer<typeof subscription>
