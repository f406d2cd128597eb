import { sql } from 'kysely'

/**
 * SQL that is false for attempts of a connection which has to be reconciled first: there, a call that the processor has not seen
 * would be made again. Reconciling finishes what the processor has seen.
 */
export const isFreeToMoveMoney = sql<boolean>`not exists (select from reconcile_first
  where reconcile_first.connection = attempts.connection and reconcile_first.since is not null)`
