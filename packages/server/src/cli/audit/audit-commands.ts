import { exportAudit, type ExportedPlace } from '../../store/audit/export-audit.ts'
import { verifyAudit } from '../../store/audit/verify-audit.ts'
import type { CommandContext } from '../command-context.ts'

/** Verifies the whole audit log against its hash chain. */
export const verifyByOperator = async ({ store }: CommandContext): Promise<object> => {
  const verified = await verifyAudit(store.database.db, store.masterSecret.deriveKey('audit'))
  return { ok: verified.findings.length === 0, ...verified }
}

/** Returns a part of the audit log, the oldest records first. */
export const exportByOperator = ({ store }: CommandContext, after: Partial<ExportedPlace>): Promise<object> =>
  exportAudit(store.database.db, after)
