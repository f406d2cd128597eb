import { createBillingClient, verifyWebhook } from '@billing-checkout/client'
import express from 'express'
import { appendFile } from 'node:fs/promises'

const { BILLING_API_KEY, WEBHOOK_SECRET, READER, LIBRARY, PORT } = process.env
const customer = { external_id: 'user-42', email: 'mina@example.com', country: 'JP' }
const billing = createBillingClient({ apiKey: BILLING_API_KEY, baseUrl: 'http://localhost:4242' })

const findSubscription = async () => {
  const { data } = await billing.findSubscriptions({ external_id: customer.external_id })
  return data[0]
}

const deliver = async (by, event) => {
  if (event.type !== 'subscription.created' && event.type !== 'subscription.updated') return
  const { plan, status } = event.data.object
  await appendFile('deliveries.jsonl', `${JSON.stringify({ by, plan: plan.name, status })}\n`)
}

const app = express()

app.use(express.static('page'))

app.post('/sessions', async (request, response) => {
  const subscription = await findSubscription()
  const session = await billing.createClientSession({
    customer,
    plan: { id: request.query.plan === 'library' ? LIBRARY : READER },
    ...(subscription && { subscription: { id: subscription.id } }),
  })
  response.json({ id: session.id })
})

app.post('/cancel', async (request, response) => {
  const subscription = await findSubscription()
  await billing.scheduleCancellation(subscription.id)
  response.end()
})

app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
  const event = await verifyWebhook({ body: request.body, headers: request.headers }, { secret: WEBHOOK_SECRET }).catch(
    () => undefined,
  )
  if (event === undefined) return response.status(400).end()
  await deliver('webhook', event)
  response.end()
})

app.listen(PORT)

for await (const event of billing.followEvents({ after: null })) await deliver('event', event)
