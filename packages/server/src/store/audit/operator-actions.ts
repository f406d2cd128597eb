import type { Database } from '../database.ts'
import { recordAuditInTransaction } from './record-audit.ts'

/** An action that an operator took by hand. */
export interface OperatorAction {
  /** Null if the action concerns the whole server. */
  readonly organizationId: string | null
  readonly who: string
  readonly what: string
  readonly subject: string
  readonly before: object | null
  readonly after: object | null
  readonly why: string
}

/** Records an operator's action in the transaction that performs it. */
export const recordOperatorAction = (
  db: Database,
  { organizationId, subject, ...action }: OperatorAction,
): Promise<void> => recordAuditInTransaction(db, organizationId, { object: subject, ...action })
