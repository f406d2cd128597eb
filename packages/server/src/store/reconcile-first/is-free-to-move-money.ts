import { sql } from 'kysely'

/**
 * SQL for whether a worker may take up an attempt. While the attempt's connection must be reconciled first, no worker may, because a new
 * call could repeat a movement that the processor has already made. Reconciling completes the attempts for which the processor has a
 * transaction.
 */
export const isFreeToMoveMoney = sql<boolean>`not exists (select from reconcile_first
  where reconcile_first.connection = attempts.connection and reconcile_first.since is not null)`
