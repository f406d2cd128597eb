import { createBillingClient } from '@billing-checkout/client'
import express from 'express'

const { BILLING_API_KEY: apiKey, BILLING_URL: baseUrl = 'http://localhost:4242', PLAN, PORT = '3000' } = process.env
const billing = createBillingClient({ apiKey, baseUrl })

// Replace this with the user whom your own sign-in identifies.
const user = { external_id: 'user-42', email: 'mina@example.com', country: 'JP' }

const app = express()

app.get('/', async (request, response) => {
  const { data } = await billing.findAccess(user.external_id, { identified_by: 'external_id' })
  const isOpen = data.some(({ plan }) => plan.id === PLAN)
  response.send(
    isOpen ? '<h1>The library is open.</h1>' : '<form method="post" action="/buy"><button>Buy</button></form>',
  )
})

app.post('/buy', async (request, response) => {
  const session = await billing.createClientSession({
    customer: user,
    plan: { id: PLAN },
    options: { return_url: `http://localhost:${PORT}/` },
  })
  response.redirect(303, `${baseUrl}/pay/${session.id}`)
})

app.listen(PORT)
