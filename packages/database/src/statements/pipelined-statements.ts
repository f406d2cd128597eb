import type { CompiledQuery, DatabaseConnection } from 'kysely'

/** Turns a database error into the error that the caller gets. */
export type TranslateError = (error: unknown) => unknown

/** The statements of an open transaction, sent over its connection, and their errors. */
export interface PipelinedStatements {
  /** The connection, for statements whose results are needed. */
  readonly connection: DatabaseConnection
  /** Sends a statement without waiting for its result. If it fails, the transaction fails with the error that `explain` returns. */
  readonly execute: (compiled: CompiledQuery, explain: TranslateError) => void
  /** Waits for the results of all statements that were sent without waiting. */
  readonly settled: () => Promise<void>
  /** The errors of the statements that were sent without waiting, as `explain` returned them, in the order of arrival. */
  readonly failures: readonly unknown[]
}

/** Creates a pipeline over a connection. */
export const openPipeline = (connection: DatabaseConnection): PipelinedStatements => {
  const failures: unknown[] = []
  const answers: Promise<unknown>[] = []
  return {
    connection,
    execute(compiled, explain) {
      answers.push(connection.executeQuery(compiled).catch((error: unknown) => void failures.push(explain(error))))
    },
    settled: async () => void (await Promise.all(answers)),
    failures,
  }
}
