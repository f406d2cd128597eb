import { type Kysely, sql } from 'kysely'

/**
 * While a connection waits to be reconciled, none of its attempts is leased to be made again, because the processor may not have
 * seen it. The one that leases it finds the row as if another worker had leased it, and continues with the next
 * (DECISIONS 70).
 */
export const noLeasesWhileReconciling = {
  version: 36,
  name: 'no leases while reconciling',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // Making a connection wait and leasing its attempts exclude each other by a lock. An update of many rows leaves out those that
  // wait.
  `create function leave_out_while_reconciling() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended(new.connection, 3));
      if exists (select from reconcile_first where connection = new.connection and since is not null) then
        return null;
      end if;
      return new;
    end
  $$`,
  // A lease changes both fence and end. A notification changes only the fence, and a release only the end.
  `create trigger attempts_not_leased_while_reconciling before update of lease_until on attempts for each row
    when (new.state = 'open' and new.fence > old.fence and new.lease_until is distinct from old.lease_until)
    execute function leave_out_while_reconciling()`,
]
