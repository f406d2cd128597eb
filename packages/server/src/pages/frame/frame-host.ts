import { Problem } from '@billing-checkout/contract'
import type { Request, RequestHandler } from 'express'
import { isAtHost } from '../../http/requests/is-at-host.ts'
import { factsOf } from '../../http/requests/request-facts.ts'

/** Where the card frame is, and where all the rest. */
export interface FrameHostParts {
  /** The card frame's own origin; null if it shares the server's. */
  readonly frameOrigin: () => string | null
  readonly publicUrl: () => string
  /** Whether the operator named that origin. A sandbox's own second name is one by which programs call the service, too. */
  readonly isNamed: boolean
}

/**
 * Keeps the card frame's origin for the card frame. No other page of ours shares it, so a flaw in another page cannot expose what is typed
 * there. Other hosts redirect requests for the frame to this one. Its host serves the frame, its files, health checks and metrics. If an
 * operator named the host, it answers any other request with `not_found`. Otherwise it answers programs that call a sandbox by this
 * address. It then redirects only requests for a page: a response that is data cannot read a document. The element requests
 * `/frame/{session_id}` and follows the redirect; `frame_origin` says which origin may receive the port. Older scripts need
 * `FRAME_ORIGIN=none`.
 */
export const frameHost =
  ({ frameOrigin, publicUrl, isNamed }: FrameHostParts): RequestHandler =>
  (request, response, next) => {
    const origin = frameOrigin()
    if (origin === null) return next()
    if (isAtHost(new URL(origin), new URL(publicUrl()), request)) {
      if (ofFrame.test(request.path)) return next()
      if (!isNamed && asksForPage(request)) return response.redirect(303, `${publicUrl()}${request.url}`)
      if (!isNamed) return next()
      throw new Problem('not_found', `This host has the card frame and nothing else; the service is at ${publicUrl()}.`)
    }
    if (!request.path.startsWith('/frame/')) return next()
    factsOf(response).pattern = '/frame/{session_id}'
    response.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'cross-origin' })
    response.redirect(303, `${origin}${request.path}`)
  }

const ofFrame = /^\/(frame\/|assets\/|healthz$|readyz$|metrics$)/

/** Whether a browser asks for a document, in a window or in a frame. */
const asksForPage = ({ headers }: Request): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') ||
  /^(document|i?frame|embed|object|fencedframe)$/.test(String(headers['sec-fetch-dest'] ?? ''))
