import type { Organization } from '../../organization/organization.ts'
import type { AccountFinding } from '../../processors/adapter.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import { givenAccountOf } from '../check-account.ts'
import { unsealCredentials } from '../credentials.ts'
import { isReachableByProcessors } from '../notifications/notification-address.ts'
import { errorMessageOf } from '../notifications/register-notifications.ts'
import type { Connections } from '../registry.ts'

/** The parts that registering domains needs. */
export interface DomainDependencies extends PageOrigins {
  readonly connections: Connections
}

/**
 * Registers, at a connection's processor, the domains that show the connection's wallet buttons. Returns a finding for each domain; none if
 * the adapter registers no domains. With `isChanging` false it only reads their state. Cards and accounts work without a registration, so a
 * failure becomes a finding with the reason.
 */
export const registerDomains = async (
  parts: DomainDependencies,
  row: ConnectionRow,
  organization: Pick<Organization, 'settings'>,
  isChanging = true,
): Promise<readonly AccountFinding[]> => {
  const { domains: registry } = await parts.connections.loadAdapter(row.adapter)
  if (registry === undefined) return []
  const domains = walletDomainsOf(row, organization, parts)
  const given = givenAccountOf(row, unsealCredentials(parts.connections.key, row))
  try {
    return await (isChanging ? registry.register(given, domains) : registry.examine(given, domains))
  } catch (error) {
    const message = `Domains are not ${isChanging ? 'registered' : 'told'}: ${errorMessageOf(error)}`
    return [{ check: 'domains', ok: false, message }]
  }
}

/** The addresses of this server and of its card frame. */
export interface PageOrigins {
  readonly publicUrl: string
  /** Null if the frame shares the server's origin. */
  readonly frameOrigin: string | null
}

/**
 * Returns the domains that may show a wallet's button: those of this server, of its card frame, and of the pages that may embed the
 * element. It leaves out domains that no processor can reach, unless a stand-in for the processor runs on this machine.
 */
export const walletDomainsOf = (
  { settings }: Pick<ConnectionRow, 'settings'>,
  organization: Pick<Organization, 'settings'>,
  { publicUrl, frameOrigin }: PageOrigins,
): readonly string[] => {
  const addresses = [publicUrl, ...(frameOrigin === null ? [] : [frameOrigin])].concat(
    organization.settings.allowed_origins ?? [],
  )
  const reached = addresses
    .map((address) => new URL(address))
    .filter((url) => settings.api_url !== null || isReachableByProcessors(url))
  return [...new Set(reached.map(({ hostname }) => hostname))]
}
