import type { Database } from '../database.ts'
import { readAuditAge } from './read-audit-age.ts'
import { verifyAudit } from './verify-audit.ts'

/**
 * Verifies the latest links of the audit log's chain and describes the last link in words. Throws if rows differ from what was sealed, with
 * a message that names the rows, or if a row has waited too long to be sealed.
 */
export const examineAudit = async (db: Database, key: Uint8Array): Promise<string> => {
  const [{ head, findings, links }, age] = await Promise.all([
    verifyAudit(db, key, { links: linksMax }),
    readAuditAge(db),
  ])
  if (findings.length > 0) {
    const more = findings.length > shownMax ? [`And ${findings.length - shownMax} more: audit verify.`] : []
    throw new Error([...findings.slice(0, shownMax), ...more].join(' '))
  }
  if (age >= ageMax)
    throw new Error(
      `Something was written ${Math.round(age / 60)} minutes ago that is not sealed. Either no process runs the jobs (serve without --no-jobs, or work), or a transaction has been open for so long.`,
    )
  return head.number === 0
    ? 'nothing to seal yet'
    : `the last ${links} links are whole; the head is ${head.number} ${head.hash}`
}

/** How many of the latest links are verified here; `audit verify` verifies all. */
const linksMax = 500
const shownMax = 20

/** Seconds that a row may wait to be sealed, as in the alert BillingAuditUnsealed. */
const ageMax = 300
