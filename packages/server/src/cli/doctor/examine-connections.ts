import { checkConnectedAccount } from '../../connections/check-account.ts'
import { type DomainDependencies, registerDomains } from '../../connections/domains/register-domains.ts'
import { examineNotifications } from '../../connections/notifications/examine-notifications.ts'
import type { NotificationDependencies } from '../../connections/notifications/register-notifications.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { AccountFinding, AccountReport } from '../../processors/adapter.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { ConnectionRow } from '../../store/rows.ts'

/**
 * Queries the processors of up to twenty connections that are not disabled, and reports on keys, permissions and kinds of payment method.
 * Throws if a connection is paused or anything needs a fix. It changes nothing, unlike `connection check`.
 */
export const examineConnections = async (parts: ExaminedParts): Promise<string> => {
  const { database } = parts
  const rows = await acrossOrganizations(database, 'operator')
    .selectFrom('connections')
    .selectAll()
    .where('state', '!=', 'disabled')
    .orderBy('id')
    .limit(shownMax)
    .execute()
  if (rows.length === 0) return 'none yet: connection add'
  const examined = await Promise.all(rows.map((row) => examineOne(parts, row)))
  const sentences = examined.map(({ sentence }) => sentence).join(' ')
  if (examined.some(({ ok }) => !ok)) throw new Error(sentences)
  return sentences
}

const shownMax = 20

type ExaminedParts = Omit<NotificationDependencies, 'wallClock'> & DomainDependencies

const examineOne = async (
  parts: ExaminedParts,
  row: ConnectionRow,
): Promise<{ readonly ok: boolean; readonly sentence: string }> => {
  const report = await checkConnectedAccount(parts.connections, row).catch((error: unknown): AccountReport => ({
    kind: 'silent',
    message: String(error),
  }))
  const findings =
    report.kind === 'answered'
      ? [
          ...report.findings,
          ...(await examineDomains(parts, row)),
          { check: 'notifications', ...(await examineNotifications(parts, row)) },
        ]
      : [{ check: 'key', ok: false, message: report.message }]
  const isOfMode = report.kind !== 'answered' || report.livemode === row.settings.livemode
  const said = findings.map(({ check, message }) => `${check}: ${message}`).join(', ')
  const paused = row.state === 'paused' ? ` is paused since ${row.pausedAt}: ${row.reason}` : ''
  return {
    ok: row.state === 'enabled' && isOfMode && findings.every(({ ok }) => ok),
    sentence: `${row.id}${paused} (${isOfMode ? said : 'the account is of the other mode'}).`,
  }
}

const examineDomains = async (parts: ExaminedParts, row: ConnectionRow): Promise<readonly AccountFinding[]> => {
  const organization = await loadOrganization(parts.database, row.organizationId)
  return organization === undefined ? [] : registerDomains(parts, row, organization, false)
}
