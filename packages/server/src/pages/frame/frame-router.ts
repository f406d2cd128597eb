import type { Timestamp } from '@billing-checkout/domain'
import { deviceWalletTypes, type DeviceWalletType } from '@billing-checkout/contract'
import { type Request, type Response, Router } from 'express'
import type { WalletOfferWithProcessor } from '../../billing/checkout/wallet-offer.ts'
import type { Mode } from '../../config/mode.ts'
import type { CardKeys } from '../../credentials/card-keys.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { ownOriginOf } from '../../billing/hosted/hosted-session.ts'
import { isUuid } from '../../reading/is-uuid.ts'
import { loadClientSessionById } from '../../store/entities/client-sessions.ts'
import type { Database } from '../../store/database.ts'
import type { HostedCardEntry } from '../../processors/cards/card-entry.ts'
import type { Processor } from '../../processors/processor.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { frameDocument, frameHeaders, type HostedFrameConfig } from './frame-document.ts'
import { embeddingOriginsOf } from './embedding-origins.ts'
import { walletDocument, walletHeaders } from './wallet-document.ts'

/** The parts of the frame's router. */
export interface FrameRouterDependencies {
  readonly database: Database
  readonly mode: Mode
  readonly publicUrl: () => string
  readonly cardKeys: CardKeys
  /** Returns the processor that charges new cards in a session. */
  readonly processorOfCards: (
    organization: Organization,
    sessionId: string,
  ) => Promise<Pick<Processor, 'id' | 'cardEntry'>>
  /** Returns the data for a session's wallet offer; null if the offer differs from the one that the frame was made for. */
  readonly readWalletOffer: (
    sessionId: string,
    wanted: { readonly kind: DeviceWalletType; readonly quote: string },
  ) => Promise<WalletOfferWithProcessor | null>
  readonly rateLimiter: RateLimiter
  readonly wallClock: () => Timestamp
  readonly manifest: ElementManifest
}

/**
 * Serves the card frame of a session to pages of its organization, and the frames with wallet buttons. An expired session still has a
 * frame: the page around it explains the expiry, and a missing frame would look broken.
 */
export const frameRouter = (parts: FrameRouterDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/frame/:sessionId', async (request, response) => {
    requestLocalsOf(response).pattern = '/frame/{session_id}'
    const found = await findSession(parts, request, response)
    if (found === undefined) return
    const { organization, parents, common } = found
    const { id: connection, cardEntry } = await parts.processorOfCards(organization, common.session_id)
    const config =
      cardEntry === undefined
        ? { ...common, card_key: await parts.cardKeys.publicJwk(common.wall) }
        : { ...common, connection, hosted: presentCardEntry(cardEntry) }
    response.set(frameHeaders(parents, cardEntry)).send(frameDocument(parts.manifest, config))
  })
  router.get('/frame/:sessionId/:kind/:quote', async (request, response, next) => {
    const kind = deviceWalletTypes.find((known) => known === request.params.kind)
    if (kind === undefined) return next()
    requestLocalsOf(response).pattern = '/frame/{session_id}/{kind}/{quote}'
    const found = await findSession(parts, request, response)
    if (found === undefined) return
    const { parents, common } = found
    const offered = await parts.readWalletOffer(common.session_id, { kind, quote: request.params.quote })
    const cardEntry = offered?.processor.cardEntry
    const config = {
      ...common,
      kind,
      offer: offered && offered.offer,
      connection: offered && offered.processor.id,
      hosted: cardEntry === undefined ? null : presentCardEntry(cardEntry),
    }
    response.set(walletHeaders(parents, cardEntry)).send(walletDocument(parts.manifest, config))
  })
  return router
}

/**
 * Finds the session of a frame, and the configuration that every frame gets. If there is no such session, it answers 404 and returns
 * undefined.
 */
const findSession = async (
  parts: FrameRouterDependencies,
  request: Request<{ sessionId: string }>,
  response: Response,
) => {
  await parts.rateLimiter.count(request, response, null)
  const { sessionId } = request.params
  const found = await loadSession(parts.database, sessionId)
  if (found === undefined) {
    response.status(404).set(frameHeaders([])).send(unknownSession)
    return undefined
  }
  const { organization, session } = found
  requestLocalsOf(response).organizationId = organization.id
  const parents = embeddingOriginsOf(organization, parts.mode, ownOriginOf(parts, session))
  const { mode } = parts
  const common = { session_id: sessionId, wall: parts.wallClock(), parent_origins: parents, mode, protocol: 1 } as const
  return { organization, parents, common }
}

/** The frame's configuration for a processor's own fields. */
const presentCardEntry = ({
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

const loadSession = async (database: Database, sessionId: string) => {
  if (!isUuid(sessionId)) return undefined
  const session = await loadClientSessionById(database, sessionId)
  const organization = session && (await loadOrganization(database, session.organizationId))
  return session && organization && { session, organization }
}

/** This page repeats nothing of the request, so nothing needs escaping. */
const unknownSession =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Unknown session</title></head><body><p>There is no such checkout.</p></body></html>'
