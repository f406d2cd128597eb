import type { Command } from 'commander'
import type { ExportedAudit, AuditExportCursor } from '../../store/audit/export-audit.ts'
import type { VerifiedAudit } from '../../store/audit/verify-audit.ts'

/** Adds `audit verify` and `audit export`. `ask` runs a command and returns its result. */
export const addAuditCommands = (
  program: Command,
  ask: (name: 'audit verify' | 'audit export', input: Partial<AuditExportCursor>) => Promise<object>,
): void => {
  const group = program.command('audit').description('the audit log and its verification').exitOverride()
  group
    .command('verify')
    .description('verify the audit log against its chain of hashes')
    .option('--json', 'print JSON')
    .exitOverride()
    .action(async ({ json }) => {
      const verified = (await ask('audit verify', {})) as VerifiedAudit
      process.stdout.write(`${json === true ? JSON.stringify(verified) : describeVerification(verified)}\n`)
      if (verified.findings.length > 0) process.exitCode = 1
    })
  group
    .command('export')
    .description('print the audit log as JSON lines, oldest first; the last line is the head of the chain')
    .exitOverride()
    .action(async () => {
      for (let after: AuditExportCursor | null | undefined; after !== null;) {
        const part = (await ask('audit export', after ?? {})) as ExportedAudit
        for (const line of part.data) process.stdout.write(`${JSON.stringify(line)}\n`)
        after = part.next
        if (after === null) process.stdout.write(`${JSON.stringify({ head: part.head })}\n`)
      }
    })
}

/** Describes the result of verifying the audit log in sentences. */
export const describeVerification = ({ links, dropped, head, findings }: VerifiedAudit): string => {
  if (findings.length > 0) return [...findings, `${findings.length} findings in ${links} links.`].join('\n')
  if (head.number === 0)
    return 'The chain has no link yet. The first is made seconds after the first write, by a process that runs the jobs.'
  const before = dropped === 0 ? '' : ` The ${dropped} before them were dropped by AUDIT_MONTHS_KEPT, which is signed.`
  return `All ${links} links are whole.${before} The head is ${head.number} ${head.hash}.`
}
