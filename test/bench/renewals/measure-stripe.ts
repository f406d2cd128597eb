import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, startFakeStripe } from '@billing-checkout/stripe/testing'
import { randomUUID } from 'node:crypto'
import type { AuthorizeRequest, ProcessorOutcome } from '#server/processors/processor.ts'

/** The requests and time that renewals took at Stripe. */
export interface StripeFigures {
  readonly seconds: number
  readonly requests: number
  readonly refused: number
  readonly paid: number
  /**
   * The minimum time that Stripe's limits allow: each renewal creates an intent and confirms it, and Stripe accepts 25 of each per second.
   */
  readonly minimumSeconds: number
  readonly minimumRequests: number
}

/** Renews `renewals` times with one stored card, several at a time, like a worker. */
export const measureStripe = async ({
  renewals,
  concurrency,
  latency,
}: {
  readonly renewals: number
  readonly concurrency: number
  readonly latency: number
}): Promise<StripeFigures> => {
  const fake = await startFakeStripe({ livemode: true, latency })
  const processor = stripeProcessor(accountOptionsOf(fake, { secretKey: 'sk_live_fake', livemode: true }))
  const first = await processor.authorize({
    ...aRequest({ kind: 'processor_token', token: fake.addMethod('pm_card_visa') }),
    initiator: 'CIT',
    returnUrl: 'https://shop.example/back',
    store: true,
  })
  const token = (first.kind === 'approved' && first.storedToken) || ''
  const before = fake.requests.length
  const began = performance.now()
  const due = Array.from({ length: renewals }, () => aRequest({ kind: 'stored', token, expMonth: null, expYear: null }))
  const outcomes: ProcessorOutcome[] = []
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = due.shift(); next !== undefined; next = due.shift())
        outcomes.push(await processor.authorize(next))
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const sent = fake.requests.slice(before)
  await fake.close()
  return {
    seconds,
    requests: sent.length,
    refused: sent.filter(({ status }) => status === 429).length,
    paid: outcomes.filter(({ kind }) => kind === 'approved').length,
    minimumSeconds: renewals / 25,
    minimumRequests: renewals * 2,
  }
}

const aRequest = (method: AuthorizeRequest['method']): AuthorizeRequest => ({
  reference: `ref_${randomUUID()}`,
  amount: 999,
  currency: 'EUR',
  initiator: 'MIT',
  method,
  customer: null,
  authentication: 'none',
  returnUrl: null,
  earlier: null,
  store: false,
  statementDescriptor: null,
  billingAddress: null,
  at: new Date().toISOString(),
})
