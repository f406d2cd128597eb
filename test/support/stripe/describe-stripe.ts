import { stripeProcessor } from '@billing-checkout/stripe'
import { signNotification } from '@billing-checkout/stripe/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardsOfProcessor, describeProcessor } from '#server/processors/conformance/describe-processor.ts'
import type { Processor } from '#server/processors/processor.ts'
import { openTestDatabase } from '../databases/databases.ts'
import { withHostedFields } from './hosted-fields.ts'
import { aBuyer, createPlan } from '../stories/shopper.ts'
import { useService } from '../services/use-service.ts'

/** An account over which the suite runs: at the fake of Stripe, or at Stripe itself. */
export interface StripePlace {
  readonly name: string
  readonly cards: Pick<
    CardsOfProcessor,
    'approves' | 'refundsLater' | 'refundFails' | 'refundElsewhere' | 'tokenize' | 'wallets'
  >
  /** The account, once it is available. */
  readonly account: () => Promise<
    Omit<Parameters<typeof stripeProcessor>[0], 'connection' | 'livemode' | 'connectedAt'>
  >
  /** False if Stripe sends no notifications, for example to a laptop that it cannot reach. */
  readonly notifies?: false
  /** Wraps the processor so that time passes at this place: on command at the fake, by waiting at Stripe. */
  readonly inTime: (processor: Processor) => Processor
  readonly close: () => Promise<void>
}

/**
 * Tests that the adapter must pass with any account: the promises of its port, and a shop that sells through it. They are the same for the
 * fake and for Stripe itself.
 */
export const describeStripe = (place: StripePlace): void => {
  afterAll(() => place.close())
  const open = async () =>
    stripeProcessor({
      ...(await place.account()),
      connection: 'con_stripe',
      livemode: false,
      connectedAt: new Date(Date.now() - 60_000),
      notificationSecrets:
        (place.notifies ?? true)
          ? ['its_secret', 'its_former_secret'].map((secret) => ({ secret, goodUntil: null }))
          : [],
    })
  const cards: CardsOfProcessor = {
    declines: '4000000000000002',
    holds: null,
    disputed: { lost: '4000000000000259', won: '4000000000002685', inquiry: '4000000000001976' },
    challenges: '4000000000003220',
    notify: (place.notifies ?? true) ? notify : null,
    ...place.cards,
  }
  describeProcessor(place.name, cards, async () => place.inTime(withHostedFields(await open())))
  describe(`a shop that charges through ${place.name}`, () => {
    const service = useService(
      () => openTestDatabase('embedded'),
      async () => ({ processor: await open() }),
    )
    let planId: string
    beforeAll(async () => {
      planId = (await createPlan(service)).id
    })
    const pay = async (shopper: Awaited<ReturnType<typeof aBuyer>>, number: string) => {
      const details = { processor_token: await place.cards.tokenize!(number), connection: 'con_stripe' }
      return (await shopper.pay({}, { payment_method: { type: 'CARD', details } })).body
    }

    test('declines, then sells, and refunds the money', async () => {
      const shopper = await aBuyer(service, planId)

      const declined = await pay(shopper, cards.declines)
      const paid = await pay(shopper, cards.approves)
      const { body: refunded } = await service.send('POST', `/payments/refund/${paid.id}`, { body: {} })

      expect(declined).toMatchObject({ payment_status: 'DECLINED' })
      expect(paid).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
      expect(refunded).toMatchObject({ refunded_amount: paid.amount })
    })
  })
}

/** Makes a notification as Stripe would send it, signed with the named secret. */
const notify: CardsOfProcessor['notify'] = ({ id, about, at, signedWith }) => {
  const type = about === null ? 'customer.created' : 'refund.updated'
  const rawBody = JSON.stringify({ id, object: 'event', type, livemode: false, data: { object: { id: about } } })
  return {
    rawBody,
    headers: {
      'stripe-signature': signNotification(rawBody, signedWith.replaceAll(' ', '_'), Date.parse(at) / 1000),
    },
  }
}
