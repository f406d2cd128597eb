import { sql } from 'kysely'

/**
 * SQL that is false for attempts of a connection that must be reconciled first: another call could repeat one that the processor has not
 * seen. Reconciling completes those that it has seen.
 */
export const isFreeToMoveMoney = sql<boolean>`not exists (select from reconcile_first
  where reconcile_first.connection = attempts.connection and reconcile_first.since is not null)`
