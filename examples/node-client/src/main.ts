import { BillingError, createBillingClient } from '@billing-checkout/client'

const { BILLING_API_KEY: apiKey = '', BILLING_URL: baseUrl = 'http://localhost:4242' } = process.env
if (apiKey === '') {
  console.error('Set BILLING_API_KEY to an API key; `npm start` in the repository prints one.')
  process.exit(1)
}

const client = createBillingClient({ apiKey, baseUrl })

try {
  const plan = await client.createPlan({
    name: 'Reading Room',
    type: 'recurring',
    interval: 'months',
    price: {
      default: { amount: 700, currency: 'EUR' },
      countries: [{ countries: ['JP'], price: { amount: 1100, currency: 'JPY' } }],
    },
    trial_interval: 'days',
    trial_interval_count: 7,
  })
  console.log(`Plan      ${plan.id}  ${plan.name}`)

  const customer = await client.createCustomer({
    email: 'mina@example.com',
    full_name: 'Mina Okafor',
    address: { country: 'JP' },
    metadata: { source: 'node-client' },
  })
  console.log(`Customer  ${customer.id}  ${customer.email}`)

  const session = await client.createClientSession({ customer: { id: customer.id }, plan: { id: plan.id } })
  const price = session.currency_details?.plan.payment.formatted_amount
  console.log(`Session   ${session.id}  ${price} a month after 7 days`)
  console.log(`In the page: <billing-checkout session-id="${session.id}"></billing-checkout>`)

  let count = 0
  for await (const payment of client.all.findPayments({ order: 'asc', limit: 100 })) {
    console.log(`Payment   ${payment.id}  ${payment.amount} ${payment.currency_code}  ${payment.payment_status}`)
    count += 1
  }
  console.log(`${count} payments`)
} catch (error) {
  if (!(error instanceof BillingError)) throw error
  console.error(`${error.code}: ${error.message}`)
  for (const { path, message } of error.details) console.error(`  ${path}: ${message}`)
  process.exitCode = 1
}
