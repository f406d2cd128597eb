import type { Organization } from '../../organization/organization.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import { isPublic } from '../notifications/notification-address.ts'

/** Where this server, its card frame and an organization's pages are. */
export interface PlacesOfPages {
  readonly publicUrl: string
  /** Null where the frames have the server's own origin. */
  readonly frameOrigin: string | null
}

/**
 * The domains that a wallet's button may be on: those of this server and its frames, and of the pages that may embed them. Those that no
 * processor can reach are left out, unless a stand-in of one is asked, which is on this machine, too.
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
