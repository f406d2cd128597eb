import type { Command } from 'commander'
import type { VerifiedAudit } from '../../store/audit/verify-audit.ts'
import { describeVerified } from './describe-verified.ts'
import type { ExportedAudit, ExportedPlace } from '../../store/audit/export-audit.ts'

/** Adds `audit verify` and `audit export`. `ask` runs a command and returns its result. */
export const addAuditCommands = (
  program: Command,
  ask: (name: 'audit verify' | 'audit export', input: Partial<ExportedPlace>) => Promise<object>,
): void => {
  const group = program.command('audit').description('the audit log and its verification').exitOverride()
  group
    .command('verify')
    .description('compare everything in the audit log with its chain')
    .option('--json', 'print JSON')
    .exitOverride()
    .action(async ({ json }) => {
      const verified = (await ask('audit verify', {})) as VerifiedAudit
      process.stdout.write(`${json === true ? JSON.stringify(verified) : describeVerified(verified)}\n`)
      if (verified.findings.length > 0) process.exitCode = 1
    })
  group
    .command('export')
    .description('print the audit log as JSON lines, the oldest first; the last line is the head of its chain')
    .exitOverride()
    .action(async () => {
      for (let after: ExportedPlace | null | undefined; after !== null;) {
        const part = (await ask('audit export', after ?? {})) as ExportedAudit
        for (const line of part.data) process.stdout.write(`${JSON.stringify(line)}\n`)
        after = part.next
        if (after === null) process.stdout.write(`${JSON.stringify({ head: part.head })}\n`)
      }
    })
}
