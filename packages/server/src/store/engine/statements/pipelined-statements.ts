import type { CompiledQuery, DatabaseConnection } from 'kysely'

/** Turns a database error into the error that the caller gets. */
export type Explain = (error: unknown) => unknown

/** The statements that are sent over the connection of an open transaction, and their errors. */
export interface PipelinedStatements {
  /** The connection, for statements whose answers are needed. */
  readonly connection: DatabaseConnection
  /** Sends a statement without waiting for its answer. If it fails, the transaction fails, with what `explain` makes of the error. */
  readonly execute: (compiled: CompiledQuery, explain: Explain) => void
  /** Waits for the answers of all statements that were sent without waiting. */
  readonly settled: () => Promise<void>
  /** Their errors, as `explain` made them, in the order of the answers. */
  readonly failures: readonly unknown[]
}

/** A pipeline over a connection, with nothing sent yet. */
export const pipelineOver = (connection: DatabaseConnection): PipelinedStatements => {
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
