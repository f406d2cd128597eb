import { startStripeFields } from './fields/start-stripe-fields.ts'
import { startFakeStripe } from './start-fake-stripe.ts'

const port = Number(process.env['PORT'] ?? 12111)
const { url } = await startFakeStripe({ port })
const fields = await startStripeFields({ apiUrl: url, port: port === 0 ? 0 : port + 1 })
console.log(`
  The fake of Stripe is at ${url}, with the key sk_test_fake. What it holds is gone when it ends.
  Its stand-in for js.stripe.com is at ${fields.url}, with the key pk_test_fake.

  The demo shop with everything charged there, in a data folder of its own:

    STRIPE_SECRET_KEY=sk_test_fake STRIPE_PUBLISHABLE_KEY=pk_test_fake \\
    STRIPE_METHOD_KINDS=CARD,PAYPAL,CASHAPP,APPLE_PAY,GOOGLE_PAY \\
    STRIPE_AT=${url} STRIPE_JS_AT=${fields.url} DATA_DIR=./data-stripe npm start
`)
