import { type Kysely, sql } from 'kysely'

/** A key may not be allowed to read which account it opens. Then the publishable key keeps an account from being connected twice. */
export const unnamedAccounts = {
  version: 91,
  name: 'unnamed accounts',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create unique index connections_one_per_publishable_key on connections (adapter, (settings->>'publishable_key'))
          where settings->>'account_id' is null`,
      )
      .execute(db)
  },
}
