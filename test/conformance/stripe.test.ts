import { clientOf, startFakeStripe, type FakeStripe, signNotification } from '@billing-checkout/stripe/testing'
import { stripeProcessor } from '@billing-checkout/stripe'
import { afterAll, beforeAll } from 'vitest'
import { describeProcessor } from '#server/processors/conformance/describe-processor.ts'
import type { Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import { likeNumber, withHostedFields } from '../support/hosted-fields.ts'

const days = 24 * 3600 * 1000
let fake: FakeStripe
const today = new Date('2026-11-22T10:00:00.000Z')
let billing = today

beforeAll(async () => {
  fake = await startFakeStripe({ clocks: { billing: () => billing }, latency: 5 })
})
afterAll(() => fake.close())

/** What Stripe answers once its money and its refunds have come as far as at a moment. */
const asOf = async <Answer>(moment: Date, ask: () => Promise<Answer>): Promise<Answer> => {
  billing = moment
  try {
    return await ask()
  } finally {
    billing = today
  }
}

/** Refunds a charge in Stripe's dashboard, which knows nothing of references. */
const refundInDashboard = async ({ transactionId, amount }: { transactionId: string; amount: number }) => {
  const { id } = await clientOf(fake).refunds.create({ payment_intent: transactionId, amount })
  return { kind: 'approved', facts: { transactionId: id } } as ProcessorOutcome
}

/** The intent that a reference made. */
const intentOf = (reference: string): string => {
  const { paymentIntents, setupIntents } = fake.books
  const made = [...paymentIntents.values(), ...setupIntents.values()].find(
    ({ metadata }) => metadata?.['bc_reference'] === reference,
  )
  if (made === undefined) throw new Error(`There is no intent of ${reference}.`)
  return made.id
}

/** The bank decides as each test method's dispute is meant to end. */
const decideDispute = (id: string): void => {
  const dispute = fake.books.disputes.get(id)
  if (dispute?.status === 'warning_needs_response') fake.closeDispute(id, 'warning_closed')
  else if (dispute?.status === 'needs_response') fake.closeDispute(id, dispute.reason === 'fraudulent' ? 'lost' : 'won')
}

describeProcessor(
  'Stripe, as its fake plays it,',
  {
    approves: '4242424242424242',
    declines: '4000000000000002',
    holds: null,
    refundsLater: '4000000000007726',
    refundFails: '4000000000005126',
    disputed: { lost: '4000000000000259', won: '4000000000002685', inquiry: '4000000000001976' },
    refundElsewhere: (sum) => refundInDashboard(sum),
    notify: ({ id, about, at, signedWith }) => {
      const type = about === null ? 'customer.created' : 'refund.updated'
      const rawBody = JSON.stringify({ id, object: 'event', type, livemode: false, data: { object: { id: about } } })
      return {
        rawBody,
        headers: {
          'stripe-signature': signNotification(rawBody, signedWith.replaceAll(' ', '_'), Date.parse(at) / 1000),
        },
      }
    },
    tokenize: (number) => fake.addMethod(likeNumber(number)),
    challenges: '4000000000003220',
    wallets: {
      devices: [],
      accounts: ['PAYPAL', 'CASHAPP'],
      approve: async (reference) => fake.answer(intentOf(reference), 'agree'),
    },
  },
  async () => {
    const { clientConfig } = fake
    const processor = withHostedFields(
      stripeProcessor({
        connection: 'con_stripe',
        accountId: 'acct_fake',
        secretKey: 'sk_test_fake',
        livemode: false,
        methodKinds: ['CARD', 'PAYPAL', 'CASHAPP'],
        connectedAt: new Date(Date.now() - 60_000),
        clientConfig,
        notificationSecrets: ['its_secret', 'its_former_secret'].map((secret) => ({ secret, goodUntil: null })),
      }),
    )
    const settlements: Processor['settlements'] = (ids) =>
      asOf(new Date(today.getTime() + 3 * days), () => processor.settlements(ids))
    const refunds: Processor['refunds'] = (ids, at) => asOf(new Date(at), () => processor.refunds(ids, at))
    const disputes: Processor['disputes'] = (ids, at) => {
      if (new Date(at).getTime() > today.getTime() + 14 * days) ids.forEach(decideDispute)
      return processor.disputes(ids, at)
    }
    return { ...processor, settlements, refunds, disputes }
  },
)
