import { stripeProcessor } from '@billing-checkout/stripe'
import {
  accountOptionsOf,
  clientOfFake,
  type FakeStripe,
  signNotification,
  startFakeStripe,
} from '@billing-checkout/stripe/testing'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const secret = 'whsec_new'

describeUsualDatabase('an account at Stripe that has an endpoint for notifications', (open) => {
  let fake: FakeStripe
  const service = useService(open, async () => {
    fake = await startFakeStripe({ limits: null })
    const notificationSecrets = [{ secret, goodUntil: null }]
    return { processor: withHostedFields(stripeProcessor(accountOptionsOf(fake, { notificationSecrets }))) }
  })
  beforeAll(() => () => fake.close())

  /** Runs the job every five minutes for so many hours and returns the number of requests sent. */
  const requestsIn = async (hours: number) => {
    const before = fake.requests.length
    for (let turns = 0; turns < hours * 12; turns += 1) {
      await sql`update news_of_connections set asked_at = asked_at - interval '5 minutes'`.execute(service.database.db)
      await importProcessorNews(service.billing)
    }
    return fake.requests.length - before
  }
  const deliver = async () => {
    for (const event of fake.books.events.values()) {
      const body = JSON.stringify(event)
      const headers = { 'stripe-signature': signNotification(body, secret, Math.floor(Date.now() / 1000)) }
      await fetch(`${service.url}/connections/con_stripe/notifications`, { method: 'POST', headers, body })
    }
  }

  test('gets at most 1,500 requests in a month while nothing happens', { timeout: 120_000 }, async () => {
    await importProcessorNews(service.billing)

    const aDay = await requestsIn(24)

    expect(aDay).toBeGreaterThan(0)
    expect(aDay * 30).toBeLessThanOrEqual(1500)
  })

  test(
    'is queried every five minutes while a notification is missing, and hourly once it has arrived',
    { timeout: 120_000 },
    async () => {
      const { paymentId } = await aSubscriber(service, aMonthlyPlan())
      const [charge] = [...fake.books.charges.values()].filter(({ paid }) => paid)
      await clientOfFake(fake).refunds.create({ charge: charge!.id, amount: 100 })
      await importProcessorNews(service.billing, true)

      const missed = await requestsIn(2)
      await deliver()
      await importProcessorNews(service.billing)
      const notified = await requestsIn(6)

      expect((await service.send('GET', `/payments/${paymentId}`)).body.refunded_amount).toBe(100)
      expect(missed).toBeGreaterThanOrEqual(24 * 3)
      expect(notified).toBeLessThanOrEqual(6 * 4)
    },
  )
})
