import { verifyWebhook, WebhookError } from '@billing-checkout/client'
import express, { Router } from 'express'
import type { Shop } from '../shop.ts'

/** The route for the billing service's events. The body is read as bytes, because the signature covers those. */
export const webhookRoutes = ({ book, webhookSecret }: Pick<Shop, 'book' | 'webhookSecret'>): Router => {
  const router = Router()
  router.post('/webhooks', express.raw({ type: 'application/json', limit: '1mb' }), async (request, response) => {
    const secret = webhookSecret()
    // The service sends it again when the shop has opened.
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
