import type { Logger } from 'pino'

/** Asks the database something by a connection that nobody uses yet. */
export type AskDatabase = (text: string) => Promise<readonly unknown[]>

/**
 * Looks whether this is the database that was here before. One that was restored, or a standby that took over, may lack the last
 * transactions; then every connection to a processor waits until they have been found. To be asked of every new connection to
 * the database, before it is used: whatever takes the database's place breaks those that were there.
 */
export const noticeDatabase = async (ask: AskDatabase, logger: Pick<Logger, 'error'>): Promise<void> => {
  const [row] = await ask(`select notice_database() as reason`).catch(ifMigrated)
  const { reason } = (row ?? {}) as { readonly reason?: string | null }
  if (typeof reason !== 'string') return
  logger.error({ reason }, 'the database may lack its last transactions: no money moves until they have been found')
}

/** Before the schema can tell, nothing is remembered that could have changed. */
const ifMigrated = (error: unknown): readonly unknown[] => {
  if ((error as { code?: unknown } | null)?.code === '42883') return []
  throw error
}
