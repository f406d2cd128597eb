import { type Kysely, sql } from 'kysely'

/**
 * Plans of one group are alternatives of one product. A payment keeps the group that its plan had when it began: a trial counts for
 * that, too, and a customer has one unfinished purchase of a group.
 */
export const planGroups = {
  version: 90,
  name: 'plan groups',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table plans add column plan_group text`,
  `create index plans_by_group on plans (organization_id, plan_group) where plan_group is not null`,
  `alter table payments add column plan_group text`,
  `create unique index payments_one_unfinished_per_group on payments (organization_id, customer_id, plan_group)
    where payment_status = 'PENDING' and purpose <> 'renew' and plan_group is not null`,
  `create index payments_by_group on payments (organization_id, plan_group) where plan_group is not null`,
]
