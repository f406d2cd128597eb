import {
  accountOptionsOf,
  clientOfFake,
  startFakeStripe,
  type FakeStripe,
  signNotification,
} from '@billing-checkout/stripe/testing'
import { stripeProcessor } from '@billing-checkout/stripe'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { disputeWork } from '#server/billing/disputes/query-disputes.ts'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { noObserver, type NotificationReceived } from '#server/logging/observer.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const secrets = ['whsec_old', 'whsec_new'].map((secret) => ({ secret, goodUntil: null }))

describeUsualDatabase('a notification from Stripe’s fake', (open) => {
  let fake: FakeStripe
  const counted: NotificationReceived[] = []
  const service = useService(open, async () => {
    fake = await startFakeStripe({ limits: null })
    const processor = stripeProcessor(accountOptionsOf(fake, { notificationSecrets: secrets }))
    const observer = { ...noObserver, notificationReceived: (each: NotificationReceived) => void counted.push(each) }
    return { processor: withHostedFields(processor), settings: { on_dispute: 'nothing' }, observer }
  })
  beforeAll(() => () => fake.close())

  const latestEvent = () => [...fake.books.events.values()].at(-1)!
  const now = () => Math.floor(Date.now() / 1000)
  const send = async (body: string, { secret = 'whsec_new', at = now(), to = 'con_stripe' } = {}) => {
    const headers = { 'stripe-signature': signNotification(body, secret, at) }
    const { status, ...answer } = await fetch(`${service.url}/connections/${to}/notifications`, {
      method: 'POST',
      headers,
      body,
    })
    return { status, ...answer }
  }
  const deliver = (sent = {}) => send(JSON.stringify(latestEvent()), sent)
  const stored = async () =>
    (await service.database.db.selectFrom('notifications').select('id').execute()).map(({ id }) => id)
  const statusOf = async (paymentId: string) =>
    (await service.send('GET', `/disputes?payment_id=${paymentId}`)).body.data.map(
      ({ status }: { status: string }) => status,
    )
  const work = async () =>
    [...(await importProcessorNews(service.billing)), ...(await runWork(service.billing, disputeWork))].map(
      ({ what }) => what,
    )

  test('that a dispute was opened and won records each once, however often and in whatever order they arrive', async () => {
    await importProcessorNews(service.billing)
    const { paymentId } = await aSubscriber(service, monthlyPlanAt(10_000), { number: '4000000000000259' })
    const opened = [...fake.books.events.values()].find(({ type }) => type === 'charge.dispute.created')!
    const unheard = await work()

    const first = [await send(JSON.stringify(opened)), await send(JSON.stringify(opened), { secret: 'whsec_old' })]
    const heard = await work()
    const disputeId = [...fake.books.disputes.keys()][0]!
    fake.closeDispute(disputeId, 'won')
    await deliver()
    const closed = await work()
    await send(JSON.stringify(opened))

    expect(first.map(({ status }) => status)).toEqual([200, 200])
    expect([unheard, heard, closed, await work()]).toEqual([[], ['dispute.created'], ['dispute.closed'], []])
    expect(await statusOf(paymentId)).toEqual(['won'])
  })

  test('that the merchant has refunded in the dashboard books the refund at once', async () => {
    const { paymentId } = await aSubscriber(service, monthlyPlanAt(10_000), { number: '4242424242424242' })
    const { body: payment } = await service.send('GET', `/payments/${paymentId}`)
    await importProcessorNews(service.billing, true)
    const payment_intent = payment.payment_details.processor_transaction_id as string
    await clientOfFake(fake).refunds.create({ payment_intent, amount: 4000 })

    await deliver()
    await work()

    expect((await service.send('GET', `/payments/${paymentId}`)).body.refunded_amount).toBe(4000)
  })

  test('of an early fraud warning is reported once, and changes nothing', async () => {
    const subscriber = await aSubscriber(service, monthlyPlanAt(10_000), { number: '4242424242424242' })
    const { body: payment } = await service.send('GET', `/payments/${subscriber.paymentId}`)
    await importProcessorNews(service.billing, true)
    fake.warnOfFraud(payment.payment_details.processor_transaction_id)

    await deliver()
    const heard = await work()
    await deliver()
    await importProcessorNews(service.billing, true)

    expect(heard).toEqual(['payment.fraud_warning'])
    const { body: events } = await service.send('GET', '/events?type=payment.fraud_warning')
    expect(events.data).toMatchObject([{ data: { object: { id: payment.id, refunded_amount: 0 } } }])
    expect(await subscriber.subscription()).toMatchObject({ status: 'active' })
  })

  test('that is forged, old, too large, or for an unknown connection is refused with the same answer, and no row is written', async () => {
    await aSubscriber(service, monthlyPlanAt(10_000), { number: '4242424242424242' })
    const before = await stored()
    counted.length = 0

    const refused = [
      await deliver({ secret: 'whsec_of_somebody_else' }),
      await deliver({ at: now() - 400 }),
      await deliver({ to: 'con_nobody' }),
      await send('not even JSON', { secret: 'whsec_of_somebody_else' }),
    ]
    const large = await send(JSON.stringify({ id: 'evt_large', filler: 'x'.repeat(300_000) }))

    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(large.status).toBe(413)
    expect(counted.map(({ connection, result }) => `${connection} ${result}`)).toEqual([
      'con_stripe forged',
      'con_stripe stale',
      'unknown forged',
      'con_stripe forged',
    ])
    expect(await stored()).toEqual(before)
  })

  test('that concerns no payment of ours is answered, dropped and counted', async () => {
    const before = await stored()
    const dropped = async () =>
      (await sql<{ dropped: number }>`select dropped from news_of_connections`.execute(service.database.db)).rows[0]
        ?.dropped ?? 0
    const known = await dropped()

    const { status } = await send(
      JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'customer.created',
        livemode: false,
        data: { object: { id: 'cus_1' } },
      }),
    )

    expect([status, (await dropped()) - known]).toEqual([200, 1])
    expect(counted.at(-1)).toEqual({ connection: 'con_stripe', result: 'dropped' })
    expect(await stored()).toEqual(before)
  })
})
