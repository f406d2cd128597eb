import type { CompiledQuery, DatabaseConnection } from 'kysely'

/** What becomes of an error, for the caller's sake. */
export type Explain = (error: unknown) => unknown

/** What is sent over the connection of an open transaction, and what became of it. */
export interface PipelinedStatements {
  /** The connection, for statements whose answers are waited for. */
  readonly connection: DatabaseConnection
  /** Sends a statement whose answer nobody waits for. If it fails, the transaction fails, with what `explain` makes of the error. */
  readonly execute: (compiled: CompiledQuery, explain: Explain) => void
  /** Waits for everything that was sent so. */
  readonly settled: () => Promise<void>
  /** What failed of it, as explained, in the order of the answers. */
  readonly failures: readonly unknown[]
}

/** An empty pipeline. */
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
