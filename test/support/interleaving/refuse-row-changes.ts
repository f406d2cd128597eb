import { sql } from 'kysely'
import type { TestDatabase } from '../databases/databases.ts'

/**
 * Makes the database refuse to update rows, or to insert them, if they fulfill the SQL condition `which` about `new`. Returns a function
 * that ends this.
 */
export const refuseRowChanges = async (
  { db }: TestDatabase,
  table: string,
  which: string,
  code = 'P0001',
  on: 'update' | 'insert' = 'update',
): Promise<() => Promise<void>> => {
  await sql
    .raw(
      `create function poison() returns trigger language plpgsql as $$
        begin
          if ${which} then raise exception 'This row is poisoned.' using errcode = '${code}'; end if;
          return new;
        end $$`,
    )
    .execute(db)
  await sql.raw(`create trigger poison before ${on} on ${table} for each row execute function poison()`).execute(db)
  return async () => {
    await sql`drop function poison cascade`.execute(db)
  }
}
