import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import type { PortalSessionRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'

/** Seconds that a session of the portal lasts. */
export const sessionSeconds = 3600

/** Seconds that the link to a session of the portal is valid. */
export const linkSeconds = 300

/** A client token of the portal, which never outlives the session. `isHosted` means that a page of ours shows the portal. */
export const issuePortalToken = (
  { clientTokens, publicUrl, wallClock }: Pick<Billing, 'clientTokens' | 'publicUrl' | 'wallClock'>,
  { organizationId, id, expiresAt }: Pick<PortalSessionRow, 'organizationId' | 'id' | 'expiresAt'>,
  isHosted: boolean,
): Promise<string> =>
  clientTokens.issueClientToken({
    audience: 'portal',
    organizationId,
    sessionId: id,
    ownOrigin: isHosted ? new URL(publicUrl()).origin : null,
    wall: wallClock(),
    notAfter: expiresAt,
  })

/** When a portal session that begins now ends, and when the link to it expires. */
export const endsOf = (wall: Timestamp): Pick<PortalSessionRow, 'expiresAt' | 'linkExpiresAt'> => ({
  expiresAt: secondsAfter(wall, sessionSeconds),
  linkExpiresAt: secondsAfter(wall, linkSeconds),
})
