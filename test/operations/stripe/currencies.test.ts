import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { afterAll, expect, test } from 'vitest'
import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { reconcileDay } from '#server/billing/reconcile/days/reconcile-day.ts'
import { reconcileCommands } from '#server/cli/reconcile/reconcile-commands.ts'
import { commandContext } from '../../support/services/command-context.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const today = new Date().toISOString().slice(0, 10)

describeUsualDatabase('currencies with other minor units at Stripe’s fake:', (open) => {
  let fake: FakeStripe
  const service = useService(open, async () => {
    fake = await startFakeStripe({ limits: null })
    return { processor: withHostedFields(stripeProcessor(accountOptionsOf(fake))), settings: { on_dispute: 'nothing' } }
  })
  afterAll(() => fake.close())
  const subscriber = (currency: string, amount: number, number = '4242424242424242') =>
    aSubscriber(service, aMonthlyPlan({ price: { default: { amount, currency }, countries: [] } }), { number })
  const refund = async (paymentId: string, amount?: number) =>
    (await service.send('POST', `/payments/refund/${paymentId}`, { body: amount === undefined ? {} : { amount } })).body
  const chargesOf = (currency: string) =>
    [...fake.books.charges.values()].filter((charge) => charge.currency === currency.toLowerCase())

  test.each([
    ['ISK', 1500, 500, 100],
    ['UGX', 20_000, 7000, 100],
    ['MGA', 450_000, 100_000, 0.01],
    ['KWD', 5120, 1230, 1],
    ['EUR', 1999, 999, 1],
  ])('%s: %i is charged, renewed and refunded, and the books agree', async (currency, amount, part, factor) => {
    const paid = await subscriber(currency, amount)

    const partly = await refund(paid.paymentId, part)
    const wholly = await refund(paid.paymentId)
    await moveClock(service, 'P32D')
    const [, renewal] = await paid.payments()
    await reconcileDay(service.billing, { connection: 'con_stripe', day: today })

    expect(chargesOf(currency)).toMatchObject([
      { amount: amount * factor, amount_captured: amount * factor, amount_refunded: amount * factor },
      { amount: amount * factor, amount_refunded: 0 },
    ])
    expect([partly, wholly]).toMatchObject([
      { amount, refunded_amount: part, currency_code: currency },
      { amount, refunded_amount: amount },
    ])
    expect(renewal).toMatchObject({ amount, payment_type: 'MIT' })
    const shown = await reconcileCommands.reconcile(commandContext(service), { day: today })
    const entries = shown.connections[0]!.entries.filter(({ payment_id: id }) => id === paid.paymentId)
    expect(entries.toSorted((one, other) => one.kind.localeCompare(other.kind))).toMatchObject([
      { kind: 'charge', amount, currency },
      { kind: 'refund', currency },
      { kind: 'refund', currency },
    ])
    expect(await reconcileCommands['difference list'](commandContext(service))).toMatchObject({ data: [] })
  })

  test('a dispute in krónur has the paid amount', async () => {
    const { paymentId } = await subscriber('ISK', 2500, '4000000000000259')

    await importProcessorNews(service.billing, true)

    const { body } = await service.send('GET', `/disputes?payment_id=${paymentId}`)
    expect(body.data).toMatchObject([{ amount: 2500, currency: 'ISK' }])
    expect([...fake.books.disputes.values()]).toMatchObject([{ amount: 250_000, currency: 'isk' }])
  })
})
