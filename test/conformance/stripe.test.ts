import { clientOfFake, startFakeStripe, type FakeStripe } from '@billing-checkout/stripe/testing'
import { beforeAll } from 'vitest'
import type { ProcessorOutcome } from '#server/processors/processor.ts'
import { describeStripe, type StripePlace } from '../support/stripe/describe-stripe.ts'
import { testMethodForCard } from '../support/stripe/hosted-fields.ts'

const days = 24 * 3600 * 1000
let fake: FakeStripe
const today = new Date('2026-11-22T10:00:00.000Z')
let billing = today

beforeAll(async () => {
  fake = await startFakeStripe({ limits: null, clocks: { billing: () => billing }, latency: 5 })
})

/** Stripe's answer after the fake has advanced its money and refunds to `moment`. */
const asOf = async <Answer>(moment: Date, ask: () => Promise<Answer>): Promise<Answer> => {
  billing = moment
  try {
    return await ask()
  } finally {
    billing = today
  }
}

/** Refunds a charge in Stripe's dashboard, which sends no reference of ours. */
const refundInDashboard = async ({ transactionId, amount }: { transactionId: string; amount: number }) => {
  const { id } = await clientOfFake(fake).refunds.create({ payment_intent: transactionId, amount })
  return { kind: 'approved', facts: { transactionId: id } } as ProcessorOutcome
}

/** The id of the intent that was made under a reference. */
const intentOf = (reference: string): string => {
  const { paymentIntents, setupIntents } = fake.books
  const made = [...paymentIntents.values(), ...setupIntents.values()].find(
    ({ metadata }) => metadata?.['bc_reference'] === reference,
  )
  if (made === undefined) throw new Error(`There is no intent of ${reference}.`)
  return made.id
}

/** Decides a dispute: an inquiry is closed, a dispute about fraud is lost, and any other is won. */
const decideDispute = (id: string): void => {
  const dispute = fake.books.disputes.get(id)
  if (dispute?.status === 'warning_needs_response') fake.closeDispute(id, 'warning_closed')
  else if (dispute?.status === 'needs_response') fake.closeDispute(id, dispute.reason === 'fraudulent' ? 'lost' : 'won')
}

const buttonOf = (type: 'APPLE_PAY' | 'GOOGLE_PAY', wallet: 'apple_pay' | 'google_pay') => ({
  type,
  tokenize: (outcome: 'approves' | 'declines') =>
    fake.addMethod(outcome === 'approves' ? 'pm_card_visa' : 'pm_card_chargeDeclined', wallet),
})

const place: StripePlace = {
  name: 'Stripe, as its fake plays it,',
  cards: {
    approves: '4242424242424242',
    refundsLater: '4000000000007726',
    refundFails: '4000000000005126',
    refundElsewhere: (sum) => refundInDashboard(sum),
    tokenize: (number) => fake.addMethod(testMethodForCard(number)),
    wallets: {
      devices: [],
      buttons: [buttonOf('APPLE_PAY', 'apple_pay'), buttonOf('GOOGLE_PAY', 'google_pay')],
      accounts: ['PAYPAL', 'CASHAPP'],
      approve: async (reference) => fake.answer(intentOf(reference), 'agree'),
    },
  },
  async account() {
    const { clientConfig } = fake
    return {
      accountId: 'acct_fake',
      secretKey: 'sk_test_fake',
      publishableKey: 'pk_test_fake',
      methodKinds: ['CARD', 'PAYPAL', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY'],
      clientConfig,
    }
  },
  inTime: (processor) => ({
    ...processor,
    settlements: (ids) => asOf(new Date(today.getTime() + 3 * days), () => processor.settlements(ids)),
    refunds: (ids, at) => asOf(new Date(at), () => processor.refunds(ids, at)),
    disputes(ids, at) {
      if (new Date(at).getTime() > today.getTime() + 14 * days) ids.forEach(decideDispute)
      return processor.disputes(ids, at)
    },
  }),
  close: () => fake.close(),
}

describeStripe(place)
// The same suite must pass without notifications.
describeStripe({ ...place, name: `${place.name} without notifications,`, notifies: false, close: async () => {} })
