export type { DatabaseKind, InspectConnection, OpenDatabase } from './database-engine.ts'
export type { DatabaseLog } from './database-log.ts'
export { createKysely } from './create-kysely.ts'
export { oneRow } from './one-row.ts'
export { openDatabase, type OpenDatabaseOptions } from './open-database.ts'
export { openReplica, type ReadOnlyDatabase } from './postgresql/open-replica.ts'
export { ownedRows, type Ownership } from './statements/owned-rows.ts'
export { type LookupOptions, type RowLookup, rowLookup } from './statements/row-lookup.ts'
export type { StatementSender } from './statements/statement-sender.ts'
export { planEachTimeMark, noAnswerTimeoutMark } from './statements/statement-marks.ts'
export { GroupCommit, type ShareableWork } from './transactions/group-commit.ts'
export { transactWithRetries, retryOnConflict } from './transactions/retry-on-conflict.ts'
export { shareConnection } from './transactions/share-connection.ts'
export { MustRunAlone } from './transactions/shared-transaction.ts'
export { isEmbedded, type OpenTransaction, transact } from './transactions/transact.ts'
export { type EndTurn, FairTurns, type TurnLimits } from './turns/fair-turns.ts'
export {
  currentOrganization,
  endTurnEarly,
  runWithTurn,
  noOrganization,
  runOnBehalfOf,
} from './turns/run-on-behalf-of.ts'
export { toSnakeCase } from './values/column-names.ts'
export { parseTimestamp } from './values/parse-timestamp.ts'
