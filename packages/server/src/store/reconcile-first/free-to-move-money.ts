import { sql } from 'kysely'

/**
 * SQL for whether a worker may take up an attempt: not while its connection must be reconciled first, because a new call could repeat one
 * that the processor made. Reconciling completes the attempts of which the processor has a transaction.
 */
export const isFreeToMoveMoney = sql<boolean>`not exists (select from reconcile_first
  where reconcile_first.connection = attempts.connection and reconcile_first.since is not null)`
