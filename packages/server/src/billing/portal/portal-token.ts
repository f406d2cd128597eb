import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import type { PortalSessionRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'

/** How long a session of the portal lasts. */
export const sessionSeconds = 3600

/** How long the link into it is good. */
export const linkSeconds = 300

/** A client token of the portal; `isHosted` if a page of ours shows it. It never outlives the session. */
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

/** When a session that begins now ends, and its link. */
export const endsOf = (wall: Timestamp): Pick<PortalSessionRow, 'expiresAt' | 'linkExpiresAt'> => ({
  expiresAt: secondsAfter(wall, sessionSeconds),
  linkExpiresAt: secondsAfter(wall, linkSeconds),
})
