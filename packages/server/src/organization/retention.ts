import type { Timestamp } from '@billing-checkout/domain'
import { z } from 'zod'

const days = (min: number) => z.int().min(min).max(3650).optional()

/** After how many days data that is no longer needed is deleted. Absent members have the values of {@link retentionOf}. */
export const retention = z.strictObject({
  /** Client sessions that were never paid. At least 30, because a shopper may ask about one for weeks. */
  sessions_days: days(30),
  /** Webhook deliveries that succeeded or failed for good. Until then they can be looked up and sent again. */
  deliveries_days: days(7),
  /**
   * In stored calls to processors, the data about the payer and their network. They are evidence while a bank may still dispute the
   * payment.
   */
  calls_days: days(180),
  /** Emails that were sent, failed or suppressed, with their recipients' addresses. */
  emails_days: days(30),
  /** Consumers' declarations that matched no contract. */
  declarations_days: days(30),
  /** Customers who never bought anything are erased this many days after their last change; null: they are kept. */
  customers_days: days(90).nullable(),
})

/** An organization's retention in days, with defaults filled in. */
export interface Retention {
  readonly sessions: number
  readonly deliveries: number
  readonly calls: number
  readonly emails: number
  readonly declarations: number
  readonly customers: number | null
}

/** The retention of an organization, with defaults. */
export const retentionOf = ({
  retention: given = {},
}: {
  readonly retention?: z.infer<typeof retention> | undefined
}): Retention => ({
  sessions: given.sessions_days ?? 90,
  deliveries: given.deliveries_days ?? 30,
  calls: given.calls_days ?? 400,
  emails: given.emails_days ?? 400,
  declarations: given.declarations_days ?? 400,
  customers: given.customers_days ?? null,
})

/** The moment a number of days before another. */
export const daysBefore = (at: Timestamp, days: number): Timestamp =>
  new Date(Date.parse(at) - days * 86_400_000).toISOString()
