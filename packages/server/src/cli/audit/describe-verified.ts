import type { VerifiedAudit } from '../../store/audit/verify-audit.ts'

/** Describes the result of verifying the audit log in sentences. */
export const describeVerified = ({ links, dropped, head, findings }: VerifiedAudit): string => {
  if (findings.length > 0) return [...findings, `${findings.length} findings in ${links} links.`].join('\n')
  if (head.number === 0)
    return 'The chain has no link yet. The first is made seconds after the first write, by a process that runs the jobs.'
  const before = dropped === 0 ? '' : ` The ${dropped} before them were dropped by AUDIT_MONTHS_KEPT, which is signed.`
  return `All ${links} links are whole.${before} The head is ${head.number} ${head.hash}.`
}
