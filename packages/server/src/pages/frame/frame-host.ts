import { Problem } from '@billing-checkout/contract'
import type { Request, RequestHandler } from 'express'
import { factsOf } from '../../http/requests/request-facts.ts'

/** Where the card frame is, and where all the rest. */
export interface FrameHostParts {
  /** The origin that the card frame has for itself; null where it has the server's own. */
  readonly frameOrigin: () => string | null
  readonly publicUrl: () => string
  /** Whether the operator named that origin. A sandbox's own second name is one by which programs call the service, too. */
  readonly isNamed: boolean
}

/**
 * Keeps the card frame's origin for the card frame: no other page of ours shares it, so none, whatever is wrong with it, can read
 * what is typed there. Its host answers with the frame and its files, and to whoever asks after the server's health by an address;
 * any other host sends on to it. Where nobody named it, programs that call a sandbox by this address are answered, and only who asks
 * for a page is sent to the other name: what comes as data cannot read a document.
 */
export const frameHost =
  ({ frameOrigin, publicUrl, isNamed }: FrameHostParts): RequestHandler =>
  (request, response, next) => {
    const origin = frameOrigin()
    if (origin === null) return next()
    if (isAt(new URL(origin), new URL(publicUrl()), request)) {
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

/** Proxies often leave out the port, which matters only where nothing else tells the two hosts apart. */
const isAt = (frame: URL, server: URL, { host, hostname }: Request): boolean =>
  frame.hostname === server.hostname ? host === frame.host : hostname?.toLowerCase() === frame.hostname
