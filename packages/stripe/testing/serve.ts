import { startFakeStripe } from './start-fake-stripe.ts'

const port = Number(process.env['PORT'] ?? 12111)
const { url } = await startFakeStripe({ port })
console.log(`The fake of Stripe is at ${url}, with the key sk_test_fake. What it holds is gone when it ends.`)
