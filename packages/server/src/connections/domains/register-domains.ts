import type { AccountFinding } from '../../processors/adapter.ts'
import type { Organization } from '../../organization/organization.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import { givenOf } from '../ask-processor-about.ts'
import { credentialsOf } from '../credentials.ts'
import { sentenceOf } from '../notifications/register-notifications.ts'
import type { Connections } from '../registry.ts'
import { domainsOf, type PlacesOfPages } from './domains-of.ts'

/** What registering domains needs. */
export interface DomainParts extends PlacesOfPages {
  readonly connections: Connections
}

/**
 * Registers, at a connection's processor, the domains that show the connection's wallet buttons. Returns a finding for each domain; none if
 * there are no such buttons. With `isChanging` false it only reads their state. Cards and accounts work without a registration, so a
 * failure becomes a finding with the reason.
 */
export const registerDomains = async (
  parts: DomainParts,
  row: ConnectionRow,
  organization: Pick<Organization, 'settings'>,
  isChanging = true,
): Promise<readonly AccountFinding[]> => {
  const { domains: registry } = await parts.connections.loadAdapter(row.adapter)
  if (registry === undefined) return []
  const domains = domainsOf(row, organization, parts)
  const given = givenOf(row, credentialsOf(parts.connections.key, row))
  try {
    return await (isChanging ? registry.register(given, domains) : registry.examine(given, domains))
  } catch (error) {
    const message = `Domains are not ${isChanging ? 'registered' : 'told'}: ${sentenceOf(error)}`
    return [{ check: 'domains', ok: false, message }]
  }
}
