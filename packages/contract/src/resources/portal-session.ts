import { z } from 'zod'
import { idOf, timestamp } from './fields.ts'

/** A customer's session in the portal. */
export const portalSession = z
  .strictObject({
    id: idOf('portal').describe('Identifier of the session. It opens nothing.'),
    url: z
      .url()
      .describe(
        'Address of our page `/portal`, for one use within 5 minutes: send the customer there. It is shown this once.',
      ),
    expires_at: timestamp.describe('When the session ends at the latest, by the wall clock: an hour from now.'),
    client_token: z
      .string()
      .describe(
        'What the `<billing-portal>` element on a page of yours takes. It is good for 15 minutes; the element renews it as long as the session lasts.',
      ),
  })
  .meta({
    id: 'PortalSession',
    description: 'An hour in which one customer sees and changes what is theirs. Its identifier begins with `portal_`.',
  })

/** A customer's session in the portal. */
export type PortalSession = z.infer<typeof portalSession>

/** A portal session that has ended. */
export const endedPortalSession = z
  .strictObject({
    id: portalSession.shape.id,
    ended_at: timestamp.describe('When it ended, by the wall clock.'),
  })
  .meta({ id: 'EndedPortalSession', description: 'A session of the customer portal that has ended.' })

/** A portal session that has ended. */
export type EndedPortalSession = z.infer<typeof endedPortalSession>
