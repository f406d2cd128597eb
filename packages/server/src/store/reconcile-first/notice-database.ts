import type { Logger } from 'pino'

/** Runs a query over a connection that is not yet in use. */
export type AskDatabase = (text: string) => Promise<readonly unknown[]>

/**
 * Checks whether this is still the same database. One that was restored, or a standby that took over, may lack the last
 * transactions; then every connection to a processor has to be reconciled before money moves over it (DECISIONS 61). It is called
 * for every new connection to the database, before that is used: whatever takes the database's place breaks the connections that
 * were open.
 */
export const noticeDatabase = async (ask: AskDatabase, logger: Pick<Logger, 'error'>): Promise<void> => {
  const [row] = await ask(`select notice_database() as reason`).catch(ifMigrated)
  const { reason } = (row ?? {}) as { readonly reason?: string | null }
  if (typeof reason !== 'string') return
  logger.error({ reason }, 'the database may lack its last transactions: no money moves until they have been found')
}

/** Without the schema there is nothing that could have changed. */
const ifMigrated = (error: unknown): readonly unknown[] => {
  if ((error as { code?: unknown } | null)?.code === '42883') return []
  throw error
}
