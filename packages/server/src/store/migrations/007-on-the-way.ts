import { type Kysely, sql } from 'kysely'

/** An index for the unfinished payments of a network address, which count as declined until their outcome is known. */
export const onTheWay = {
  version: 7,
  name: 'on the way',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create index payments_unfinished_by_address on payments (organization_id, address_hash)
           where address_hash is not null and payment_status = 'PENDING'`,
      )
      .execute(db)
  },
}
