import type { Organization } from '../../organization/organization.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import { isPublic } from '../notifications/notification-address.ts'

/** The origins of this server, its card frame and an organization's pages. */
export interface PlacesOfPages {
  readonly publicUrl: string
  /** Null if the frame shares the server's origin. */
  readonly frameOrigin: string | null
}

/**
 * Returns the domains that may show a wallet's button: those of this server and its frames, and of the pages that may embed them. It leaves
 * out domains that no processor can reach, unless a stand-in for the processor runs on this machine.
 */
export const domainsOf = (
  { settings }: Pick<ConnectionRow, 'settings'>,
  organization: Pick<Organization, 'settings'>,
  { publicUrl, frameOrigin }: PlacesOfPages,
): readonly string[] => {
  const addresses = [publicUrl, ...(frameOrigin === null ? [] : [frameOrigin])].concat(
    organization.settings.allowed_origins ?? [],
  )
  const reached = addresses
    .map((address) => new URL(address))
    .filter((url) => settings.api_url !== null || isPublic(url))
  return [...new Set(reached.map(({ hostname }) => hostname))]
}
