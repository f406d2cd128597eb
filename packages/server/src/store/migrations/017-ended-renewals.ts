import { type Kysely, sql } from 'kysely'

/** Subscriptions whose renewal was abandoned used to wait for ever; they fall due again. */
export const endedRenewals = {
  version: 17,
  name: 'ended renewals',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update subscriptions set renewal_payment_id = null
      from payments
      where payments.organization_id = subscriptions.organization_id
        and payments.id = subscriptions.renewal_payment_id
        and payments.payment_status in ('DECLINED', 'BLOCKED', 'FAILED', 'CANCELLED')`.execute(db)
  },
}
