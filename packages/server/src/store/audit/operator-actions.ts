import type { Database } from '../database.ts'
import { recordAuditInTransaction } from './record-audit.ts'

/** An action of an operator, or a decision that the server made itself, such as to pause a connection. */
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

/** Records an action in the audit log, in the transaction that performs the action. */
export const recordOperatorAction = (
  db: Database,
  { organizationId, subject, ...action }: OperatorAction,
): Promise<void> => recordAuditInTransaction(db, organizationId, { object: subject, ...action })
