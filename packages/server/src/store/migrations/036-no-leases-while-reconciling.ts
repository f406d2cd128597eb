import { type Kysely, sql } from 'kysely'

/**
 * While a connection waits to be reconciled, no attempt of it is taken up to be made again: the processor may not have seen it.
 * Servers that do not know of reconciling find the row as if somebody else had taken it, and go on with the next.
 */
export const noLeasesWhileReconciling = {
  version: 36,
  name: 'no leases while reconciling',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  // Whoever is about to set it is waited for, and waits for whoever is about to lease; an update of many rows leaves out those that wait.
  `create function leave_out_while_reconciling() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended(new.connection, 3));
      if exists (select from reconcile_first where connection = new.connection and since is not null) then
        return null;
      end if;
      return new;
    end
  $$`,
  // A lease has another fence and another end. What brings news has only another fence, what lets go only another end.
  `create trigger attempts_not_leased_while_reconciling before update of lease_until on attempts for each row
    when (new.state = 'open' and new.fence > old.fence and new.lease_until is distinct from old.lease_until)
    execute function leave_out_while_reconciling()`,
]
