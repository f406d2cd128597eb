import { type Kysely, sql } from 'kysely'

/** What shoppers agreed to is stored with payments and with changes without a payment; the view shows both as one. */
export const consents = {
  version: 99,
  name: 'consents',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create view consents as
          select paid.organization_id, 'consent_' || substr(paid.id, 5) as id, paid.id as payment_id,
            paid.subscription_id, paid.customer_id, paid.session_id, paid.purpose, paid.plan_id, paid.consent,
            claims.quote, paid.created_at
          from payments as paid
          join claims on claims.organization_id = paid.organization_id and claims.id = paid.claim_id
          where paid.consent is not null
          union all
          select free.organization_id, 'consent_' || free.session_id, null, free.subscription_id,
            subscriptions.customer_id, free.session_id, free.purpose, free.plan_id, free.consent, free.quote,
            free.created_at
          from free_changes as free
          join subscriptions on subscriptions.organization_id = free.organization_id
            and subscriptions.id = free.subscription_id`,
      )
      .execute(db)
  },
}
