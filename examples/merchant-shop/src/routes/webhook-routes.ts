import { verifyWebhook, WebhookError } from '@billing-checkout/client'
import express, { Router } from 'express'
import type { Shop } from '../shop.ts'

/** Receives the billing service's events. The body is not parsed before the check of the signature, which covers the raw bytes. */
export const webhookRoutes = ({ book, webhookSecret }: Pick<Shop, 'book' | 'webhookSecret'>): Router => {
  const router = Router()
  router.post('/webhooks', express.raw({ type: 'application/json', limit: '1mb' }), async (request, response) => {
    const secret = webhookSecret()
    // The shop is still starting and has no secret yet. After a 503, the service sends the event again.
    if (secret === undefined) return void response.sendStatus(503)
    try {
      book.take(await verifyWebhook({ body: request.body as Uint8Array, headers: request.headers }, { secret }))
      response.end()
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      response.status(400).send(error.message)
    }
  })
  return router
}
