import type { Logger } from 'pino'

/** Runs a query over a connection that is not yet in use. */
export type AskDatabase = (text: string) => Promise<readonly unknown[]>

/**
 * Checks whether this is still the same database. A restored database, or a promoted standby, may lack the last transactions; then every
 * connection to a processor must be reconciled before money moves over it (DECISIONS 61). The server calls this for every new database
 * connection before its first use. That is enough, because replacing the database breaks all open connections.
 */
export const detectReplacedDatabase = async (ask: AskDatabase, logger: Pick<Logger, 'error'>): Promise<void> => {
  const [row] = await ask(`select notice_database() as reason`).catch(ignoreMissingSchema)
  const { reason } = (row ?? {}) as { readonly reason?: string | null }
  if (typeof reason !== 'string') return
  logger.error({ reason }, 'the database may lack its last transactions: no money moves until they have been found')
}

/** Ignores the error that a database without our schema lacks the function: such a database has nothing to compare. */
const ignoreMissingSchema = (error: unknown): readonly unknown[] => {
  if ((error as { code?: unknown } | null)?.code === '42883') return []
  throw error
}
