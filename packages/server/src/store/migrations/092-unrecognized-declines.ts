import { type Kysely, sql } from 'kysely'

/** Which methods met a code of a processor that its adapter does not know: several of them show that no method is to blame. */
export const unrecognizedDeclines = {
  version: 92,
  name: 'unrecognized declines',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table unrecognized_declines (
          connection text not null,
          code text not null,
          -- A digest of the token.
          method text not null,
          -- By the wall clock.
          seen_at timestamptz not null,
          doubted_until timestamptz,
          primary key (connection, code, method)
        )`,
      )
      .execute(db)
  },
}
