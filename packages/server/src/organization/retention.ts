import { z } from 'zod'

const days = (min: number) => z.int().min(min).max(3650).optional()

/** After how many days data that is no longer needed is deleted. Absent members have the values of {@link retentionOf}. */
export const retention = z.strictObject({
  /** Client sessions that were never paid. At least 30, because a shopper may ask about one for weeks. */
  sessions_days: days(30),
  /** Webhook deliveries that succeeded or failed for good. They can be looked up and sent again until they are deleted. */
  deliveries_days: days(7),
  /**
   * In stored calls to processors, the data about the payer and their network. This data is evidence while a bank may still dispute the
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

/** The retention of an organization in days, with defaults. */
export const retentionOf = ({
  retention: given,
}: {
  readonly retention?: z.infer<typeof retention> | undefined
}): Required<z.infer<typeof retention>> => ({
  sessions_days: 90,
  deliveries_days: 30,
  calls_days: 400,
  emails_days: 400,
  declarations_days: 400,
  customers_days: null,
  ...given,
})
