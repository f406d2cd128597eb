import {
  type BillingEvent,
  type CreateClientSessionBody,
  createBillingClient,
  verifyWebhook,
} from '@billing-checkout/client'
import express from 'express'
import { appendFile } from 'node:fs/promises'

const {
  BILLING_API_KEY: apiKey = '',
  WEBHOOK_SECRET: secret = '',
  READER: reader = '',
  LIBRARY: library = '',
  PORT,
} = process.env
const customer = { external_id: 'user-42', email: 'mina@example.com', country: 'JP' as const }
const billing = createBillingClient({ apiKey, baseUrl: 'http://localhost:4242' })

const findSubscriptionId = async (): Promise<string | undefined> => {
  const { data } = await billing.findSubscriptions({ external_id: customer.external_id })
  return data[0]?.id
}

const deliver = async (by: 'event' | 'webhook', event: BillingEvent): Promise<void> => {
  if (event.type !== 'subscription.created' && event.type !== 'subscription.updated') return
  const { plan, status } = event.data.object
  await appendFile('deliveries.jsonl', `${JSON.stringify({ by, plan: plan.name, status })}\n`)
}

const app = express()

app.use(express.static('page'))

app.post('/sessions', async (request, response) => {
  const id = await findSubscriptionId()
  const purchase: CreateClientSessionBody = {
    customer,
    plan: { id: request.query['plan'] === 'library' ? library : reader },
    ...(id !== undefined && { subscription: { id } }),
  }
  const session = await billing.createClientSession(purchase)
  response.json({ id: session.id })
})

app.post('/cancel', async (_request, response) => {
  const id = await findSubscriptionId()
  if (id !== undefined) await billing.scheduleCancellation(id)
  response.end()
})

app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
  const event = await verifyWebhook({ body: request.body, headers: request.headers }, { secret }).catch(() => undefined)
  if (event === undefined) return response.status(400).end()
  await deliver('webhook', event)
  response.end()
})

app.listen(PORT)

for await (const event of billing.followEvents({ after: null })) await deliver('event', event)
