import type { Timestamp } from '@billing-checkout/domain'
import { z } from 'zod'

const days = (min: number) => z.int().min(min).max(3650).optional()

/** After how many days what is not needed any more is deleted. Members that are left out have the days of {@link retentionOf}. */
export const retention = z.strictObject({
  /** Client sessions that were never paid. Not fewer, because a shopper may ask for weeks what became of one. */
  sessions_days: days(30),
  /** Deliveries of webhooks that have arrived or failed for good, which are looked for and sent again. */
  deliveries_days: days(7),
  /** What calls to processors keep of who paid, and from where. A bank may dispute a payment for so long, and is answered with it. */
  calls_days: days(180),
  /** Emails that were sent, failed or suppressed, with the address that they went to. */
  emails_days: days(30),
  /** Declarations of consumers that concerned no subscription. */
  declarations_days: days(30),
  /** Customers who never bought anything, and were not changed since; they are erased. null: they are kept. */
  customers_days: days(90).nullable(),
})

/** An organization's days, each with its default. */
export interface Retention {
  readonly sessions: number
  readonly deliveries: number
  readonly calls: number
  readonly emails: number
  readonly declarations: number
  readonly customers: number | null
}

/** How long an organization keeps what is not needed any more. */
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

/** The moment so many days before another. */
export const daysBefore = (at: Timestamp, days: number): Timestamp =>
  new Date(Date.parse(at) - days * 86_400_000).toISOString()
