import { Stripe } from 'stripe'
import { setTimeout as pause } from 'node:timers/promises'
import type { Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import type { StripePlace } from './describe-stripe.ts'
import { testMethodForCard } from './hosted-fields.ts'

/** How long Stripe may take to do by itself what the fake does on command. */
const patienceMillis = 20_000
const askEveryMillis = 2000

/**
 * Stripe's test mode. Nothing there lets time pass, so the tests wait for what happens later, and use cards whose money is available
 * immediately. Refunds and account states that only time or a person can cause are tested with the fake alone.
 */
export const stripeInTestMode = (secretKey: string): StripePlace => {
  if (!/^(?:sk|rk)_test_\w+$/.test(secretKey))
    throw new Error('STRIPE_TEST_KEY is no test key: sk_test_… or rk_test_….')
  const client = new Stripe(secretKey)
  return {
    name: 'Stripe in test mode',
    cards: {
      approves: '4000000000000077',
      refundsLater: null,
      refundFails: null,
      wallets: null,
      async tokenize(number) {
        const token = testMethodForCard(number).replace(/^pm_card_/, 'tok_')
        return (await client.paymentMethods.create({ type: 'card', card: { token } })).id
      },
      async refundElsewhere({ transactionId, amount }) {
        const { id } = await client.refunds.create({ payment_intent: transactionId, amount })
        return { kind: 'approved', facts: { transactionId: id } } as ProcessorOutcome
      },
    },
    async account() {
      const { id: accountId } = await client.accounts.retrieveCurrent().catch(() => ({ id: 'acct_unnamed' }))
      return { secretKey, accountId }
    },
    inTime: (processor) => withPatience(client, processor),
    close: async () => {},
  }
}

/**
 * A processor that waits before it reads news, decides its disputes by evidence that Stripe's test mode recognizes, and waits for the
 * decisions.
 */
const withPatience = (client: Stripe, processor: Processor): Processor => ({
  ...processor,
  async news(since, at, page) {
    await pause(askEveryMillis)
    return processor.news(since, at, page)
  },
  async disputes(disputeIds, at) {
    const isLater = new Date(at).getTime() > new Date('2026-12-01').getTime()
    if (isLater) await Promise.all(disputeIds.map((id) => decide(client, id)))
    const until = Date.now() + patienceMillis
    for (;;) {
      const now = await processor.disputes(disputeIds, at)
      const isOpen = isLater && now.some(({ status }) => status === 'needs_response' || status === 'under_review')
      if (!isOpen || Date.now() > until) return now
      await pause(askEveryMillis)
    }
  },
})

const decide = async (client: Stripe, id: string): Promise<void> => {
  const dispute = await client.disputes.retrieve(id).catch(() => null)
  if (dispute === null || !dispute.status.endsWith('needs_response')) return
  const isLost = dispute.reason === 'fraudulent' && dispute.status === 'needs_response'
  const evidence = { uncategorized_text: isLost ? 'losing_evidence' : 'winning_evidence' }
  await client.disputes.update(id, { evidence, submit: true })
}
