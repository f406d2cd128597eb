import { startFakeStripe, type FakeStripe } from '@billing-checkout/stripe/testing'
import { stripeProcessor } from '@billing-checkout/stripe'
import { afterAll, beforeAll } from 'vitest'
import type { AuthorizeRequest, Processor } from '#server/processors/processor.ts'
import { describeProcessor } from '#server/processors/conformance/describe-processor.ts'
import { stored } from '#server/processors/conformance/processor-requests.ts'

const days = 24 * 3600 * 1000
let fake: FakeStripe
let billing = new Date()

beforeAll(async () => {
  fake = await startFakeStripe({ clocks: { billing: () => billing } })
})
afterAll(() => fake.close())

/** What Stripe's own fields would have made of the cards that the suite types. */
const tokens: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '4000000000000002': 'pm_card_chargeDeclined',
  '4000000000003220': 'pm_card_threeDSecure2Required',
}
const withToken = (request: AuthorizeRequest): AuthorizeRequest => {
  const { method } = request
  if (method.kind !== 'typed_card') return request
  return { ...request, method: { ...stored(tokens[method.card.number] ?? 'pm_nobody') } }
}

describeProcessor(
  'Stripe, as its fake plays it,',
  {
    approves: '4242424242424242',
    declines: '4000000000000002',
    holds: null,
    refundsLater: null,
    refundFails: null,
    challenges: '4000000000003220',
    wallets: null,
  },
  async () => {
    const { clientConfig } = fake
    const processor = stripeProcessor({
      connection: 'con_stripe',
      accountId: 'acct_fake',
      secretKey: 'sk_test_fake',
      livemode: false,
      connectedAt: new Date(Date.now() - 60_000),
      clientConfig,
    })
    const settling: Processor['settlements'] = (ids) => {
      billing = new Date(billing.getTime() + 3 * days)
      return processor.settlements(ids)
    }
    return { ...processor, authorize: (request) => processor.authorize(withToken(request)), settlements: settling }
  },
)
