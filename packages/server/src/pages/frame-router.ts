import type { Timestamp } from '@billing-checkout/domain'
import { Router } from 'express'
import type { Mode } from '../config/mode.ts'
import type { CardKeys } from '../credentials/card-keys.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { factsOf } from '../http/requests/request-facts.ts'
import { loadOrganization } from '../organization/load-organization.ts'
import type { Organization } from '../organization/organization.ts'
import { loadClientSessionById } from '../store/entities/client-sessions.ts'
import type { Database } from '../store/database.ts'
import type { HostedCardEntry } from '../processors/card-entry.ts'
import type { Processor } from '../processors/processor.ts'
import type { ElementManifest } from './assets.ts'
import { frameDocument, frameHeaders, type HostedFrameConfig } from './frame-document.ts'
import { parentsOf } from './frame-parents.ts'

/** What the frame's documents are made from. */
export interface FrameParts {
  readonly database: Database
  readonly mode: Mode
  readonly cardKeys: CardKeys
  /** The processor that charges new cards at a session. */
  readonly processorOfCards: (
    organization: Organization,
    sessionId: string,
  ) => Promise<Pick<Processor, 'id' | 'cardEntry'>>
  readonly rateLimiter: RateLimiter
  readonly wallClock: () => Timestamp
  readonly manifest: ElementManifest
}

/**
 * The card frame of a session, for pages of its organization. An expired session has one too: the page around it says so,
 * and a frame that vanished would only look broken.
 */
export const frameRouter = (parts: FrameParts): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/frame/:sessionId', async (request, response) => {
    factsOf(response).pattern = '/frame/{session_id}'
    await parts.rateLimiter.count(request, response, null)
    const { sessionId } = request.params
    const organization = await findOrganization(parts.database, sessionId)
    if (organization === undefined) {
      response.status(404).set(frameHeaders([])).send(unknownSession)
      return
    }
    factsOf(response).organizationId = organization.id
    const parents = parentsOf(organization, parts.mode)
    const wall = parts.wallClock()
    const { id: connection, cardEntry } = await parts.processorOfCards(organization, sessionId)
    const common = { session_id: sessionId, wall, parent_origins: parents, mode: parts.mode, protocol: 1 } as const
    const config =
      cardEntry === undefined
        ? { ...common, card_key: await parts.cardKeys.publicJwk(wall) }
        : { ...common, connection, hosted: shownOf(cardEntry) }
    response.set(frameHeaders(parents, cardEntry)).send(frameDocument(parts.manifest, config))
  })
  return router
}

/** What the frame needs of a connection's own fields, in the words of its configuration. */
const shownOf = ({
  fields,
  scriptUrl,
  publishableKey,
  account,
  sources,
}: HostedCardEntry): HostedFrameConfig['hosted'] => ({
  fields,
  script_url: scriptUrl,
  publishable_key: publishableKey,
  account,
  script_sources: sources['script-src'],
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const findOrganization = async (database: Database, sessionId: string): Promise<Organization | undefined> => {
  if (!uuid.test(sessionId)) return undefined
  const session = await loadClientSessionById(database, sessionId)
  return session && loadOrganization(database, session.organizationId)
}

/** Nothing of the request is repeated, so there is nothing to escape. */
const unknownSession =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unknown session</title></head><body><p>There is no such checkout.</p></body></html>'
