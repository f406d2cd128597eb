import { Problem } from '@billing-checkout/contract'
import type { Request, RequestHandler } from 'express'
import { isAtHost } from '../../http/requests/is-at-host.ts'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'

/** The origins of the card frame and of everything else. */
export interface FrameHostOrigins {
  /** The card frame's own origin; null if it shares the server's. */
  readonly frameOrigin: () => string | null
  readonly publicUrl: () => string
  /**
   * True if the operator configured the frame's origin. If false, the origin is a second name of a sandbox, by which programs may also call
   * the service.
   */
  readonly isNamed: boolean
}

/**
 * Reserves the card frame's origin for the card frame, so that a flaw in another page cannot expose what is typed in the frame. Other hosts
 * redirect requests for the frame to this origin, which serves the frame, its files, health checks and metrics. If the operator configured
 * the origin, all other requests get `not_found`. If not, programs may also call the sandbox at this origin. Then only requests for
 * documents are redirected, to the public URL: a document at this origin could read the frame, a data response could not. The element
 * requests `/frame/{session_id}` and follows the redirect; `frame_origin` states which origin may receive the message port. Older scripts
 * need `FRAME_ORIGIN=none`.
 */
export const reserveFrameHost =
  ({ frameOrigin, publicUrl, isNamed }: FrameHostOrigins): RequestHandler =>
  (request, response, next) => {
    const origin = frameOrigin()
    if (origin === null) return next()
    if (isAtHost(new URL(origin), new URL(publicUrl()), request)) {
      if (framePaths.test(request.path)) return next()
      if (!isNamed && asksForPage(request)) return response.redirect(303, `${publicUrl()}${request.url}`)
      if (!isNamed) return next()
      throw new Problem('not_found', `This host has the card frame and nothing else; the service is at ${publicUrl()}.`)
    }
    if (!request.path.startsWith('/frame/')) return next()
    requestLocalsOf(response).pattern = '/frame/{session_id}'
    response.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'cross-origin' })
    response.redirect(303, `${origin}${request.path}`)
  }

const framePaths = /^\/(frame\/|assets\/|healthz$|readyz$|metrics$)/

/** Whether a browser requests a document, in a window or in a frame. */
const asksForPage = ({ headers }: Request): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') ||
  /^(document|i?frame|embed|object|fencedframe)$/.test(String(headers['sec-fetch-dest'] ?? ''))
