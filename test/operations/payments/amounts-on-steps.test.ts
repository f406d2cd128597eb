import { describe, expect, test } from 'vitest'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { resultCodeOf } from '../../support/stories/plan-changes.ts'
import { aBuyer, aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

/** A currency that the sandbox charges in steps of ten, and never less than 1000. */
const stepped = 'LYD'

describeUsualDatabase('a currency that the processor charges in steps', (open) => {
  const steps = { [stepped]: 10 }
  const service = useService(open, ({ db }) => ({
    processor: { ...sandboxProcessor({ database: db }), steps },
    otherProcessors: [{ ...sandboxProcessor({ database: db }), id: 'fine', steps: {}, minimum: {} }],
    settings: { tax_registrations: [{ country: 'DE', behavior: 'exclusive' }], collect_tax: true },
  }))
  const priced = (amount: number, currency = stepped, more: object = {}) =>
    aMonthlyPlan({ price: { default: { amount, currency }, countries: [] }, ...more })
  const untaxed = () => aSubscriber(service, priced(5120), {}, { address: { country: 'US' } })
  const create = async (plan: object) => service.send('POST', '/plans', { body: plan })

  describe('a price (createPlan)', () => {
    test.each([
      ['on the step', priced(5120), 200],
      ['of nothing', priced(0), 200],
      ['at the processor’s minimum, which is less than half a US dollar', priced(1000), 200],
      ['below it', priced(990), 'amount_below_minimum'],
      ['off the step', priced(5124), 'amount_not_representable'],
      [
        'off the step in one country',
        priced(999, 'EUR', {
          price: {
            default: { amount: 999, currency: 'EUR' },
            countries: [{ countries: ['LY'], price: { amount: 5125, currency: stepped } }],
          },
        }),
        'amount_not_representable',
      ],
      [
        'with a trial price off the step',
        priced(5120, stepped, {
          trial_interval: 'days',
          trial_interval_count: 3,
          trial_price: { default: { amount: 1001, currency: stepped }, countries: [] },
        }),
        'amount_not_representable',
      ],
    ])('%s is %s', async (_, plan, expected) => {
      const { status, body } = await create(plan)

      expect(body.error?.code ?? status).toBe(expected)
    })

    test('is refused with an error that states the step', async () => {
      const { status, body } = await create(priced(5124))

      expect(status).toBe(400)
      expect(body.error.message).toContain('a multiple of 10 in minor units')
    })

    test('off the step can be sold if one of the routes can charge it', async () => {
      const { key } = await service.addOrganization('Two ways', {
        routing: [{ connection: 'sandbox', kinds: ['CARD'] }, { connection: 'fine' }],
      })

      const { status } = await service.send('POST', '/plans', { key, body: priced(5124) })

      expect(status).toBe(200)
    })
  })

  test('a partial refund has to be on the step, and a refund of all that is left need not be', async () => {
    const { paymentId } = await untaxed()
    const refund = (amount?: number) =>
      service.send('POST', `/payments/refund/${paymentId}`, { body: amount === undefined ? {} : { amount } })

    const off = await refund(1005)
    const part = await refund(1010)
    const rest = await refund()

    expect([off.status, resultCodeOf(off)]).toEqual([400, 'amount_not_representable'])
    expect([part, rest].map(({ body }) => body.refunded_amount)).toEqual([1010, 5120])
  })

  describe('an amount that its tax puts off the step', () => {
    const taxed = async () => aSubscriber(service, priced(5120), {}, { address: { country: 'DE' } })

    test('is rounded down in a line of its own, and the rest is owed with the next charge', async () => {
      const subscriber = await taxed()
      const balances = [(await subscriber.row()).balanceAmount]
      for (let renewal = 0; renewal < 3; renewal += 1) {
        await moveClock(service, 'P31D')
        balances.push((await subscriber.row()).balanceAmount)
      }
      const payments = await subscriber.payments()

      // 5120 plus 19 % tax is 6093, which is charged in steps of ten. Each month's remainder is carried over until it makes a full step.
      expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([6090, 6090, 6090, 6100])
      expect(balances).toEqual([-2, -4, -6, 0])
      const net = ({ tax }: { tax: { amount_subtotal: number } }) => tax.amount_subtotal
      expect(payments.reduce((sum: number, payment: never) => sum + net(payment), 0)).toBe(4 * 5120)
    })

    test('is shown as it is charged, with the tax of the rounded amount', async () => {
      const { id } = await createPlan(service, priced(5120))
      const shopper = await aBuyer(service, id, { customer: { email: anEmail(), address: { country: 'DE' } } })

      const { body: seen } = await shopper.look()

      expect(seen.quote).toMatchObject({
        lines: [
          { kind: 'plan', amount: 5120 },
          { kind: 'rounding', amount: -2 },
          { kind: 'tax', amount: 972 },
        ],
        subtotal: 5118,
        tax: { amount: 972 },
        due_now: { amount: 6090, currency: stepped },
        next_charge: { amount: 6090 },
        recurring: { amount: 6093 },
      })
      expect(seen.quote_display.lines[1]).toMatchObject({ formatted_amount: expect.stringContaining('0.002') })
    })

    test('loses its rest if the sale ends with its payment', async () => {
      const { interval: _, interval_count: __, ...once } = priced(5120) as Record<string, unknown>
      const { id } = await createPlan(service, { ...once, type: 'one-off' })
      const shopper = await aBuyer(service, id, { customer: { email: anEmail(), address: { country: 'DE' } } })

      const { body: paid } = await shopper.pay()

      expect(paid).toMatchObject({ payment_status: 'SETTLING', amount: 6090, tax: { amount_subtotal: 5118 } })
      expect((await service.send('POST', `/payments/refund/${paid.id}`, { body: {} })).body.refunded_amount).toBe(6090)
    })

    test('is charged for a plan change as the preview and the checkout state it', async () => {
      const subscriber = await taxed()
      const { id } = await createPlan(service, priced(20_000))
      await moveClock(service, 'P10D')
      const { body: preview } = await service.send('POST', '/subscriptions/preview', {
        body: { subscription: { id: subscriber.id }, plan: { id } },
      })
      const change = { customer: { id: subscriber.customerId }, subscription: { id: subscriber.id }, plan: { id } }
      const shopper = await aShopper(service, change)
      const seen = await shopper.look()

      const { body: paid } = await shopper.payAsSeen(seen)

      expect(preview.quote.due_now).toEqual(seen.body.quote.due_now)
      expect(paid.amount).toBe(seen.body.quote.due_now.amount)
      expect(paid.amount % 10).toBe(0)
      const { balanceAmount } = await subscriber.row()
      const lines = seen.body.quote.lines as readonly { kind: string; amount: number }[]
      expect(balanceAmount).toBe(lines.find(({ kind }) => kind === 'rounding')?.amount ?? 0)
      expect(preview.balance).toBe(balanceAmount)
    })
  })

  test('a renewal below the processor’s minimum is charged with the next one, or never if there is none', async () => {
    const [one, other] = [await untaxed(), await untaxed()]
    for (const { id } of [one, other])
      await service.database.db.updateTable('subscriptions').set({ balanceAmount: 4500 }).where('id', '=', id).execute()

    await moveClock(service, 'P31D')
    const [meanwhile, charged] = [await one.subscription(), (await one.payments()).length]
    await service.send('POST', `/subscriptions/cancel/${other.id}`)
    await moveClock(service, 'P31D')

    expect([meanwhile.status, charged]).toEqual(['active', 1])
    const amounts = async ({ payments }: typeof one) =>
      (await payments()).map(({ amount }: { amount: number }) => amount)
    expect(await amounts(one)).toEqual([5120, 5120 + 620])
    expect(await amounts(other)).toEqual([5120])
    expect((await one.row()).balanceAmount).toBe(0)
  })

  describe('a cancelled subscription no longer owes the rests of its charges, and still owes everything else', () => {
    /**
     * A subscriber who has cancelled. The last renewal of 620 was below the minimum charge, so it is still owed, and also 5000 for a plan
     * change.
     */
    const aDebtorWhoCancelled = async () => {
      const debtor = await untaxed()
      const { db } = service.database
      const owe = (balanceAmount: number) =>
        db.updateTable('subscriptions').set({ balanceAmount }).where('id', '=', debtor.id).execute()
      await owe(4500)
      await moveClock(service, 'P31D')
      const { balanceAmount } = await debtor.row()
      await owe(balanceAmount - 5000)
      await service.send('POST', `/subscriptions/cancel/${debtor.id}`)
      await moveClock(service, 'P31D')
      return { debtor, carried: balanceAmount }
    }

    test('if the customer recovers it', async () => {
      const { debtor, carried } = await aDebtorWhoCancelled()
      const shopper = await aShopper(service, {
        customer: { id: debtor.customerId },
        subscription: { id: debtor.id },
      })

      const { body: paid } = await shopper.pay()

      expect([carried, paid.payment_status, paid.amount]).toEqual([-620, 'SETTLING', 5120 + 5000])
      expect(await debtor.row()).toMatchObject({ status: 'active', balanceAmount: 0 })
    })

    test('if the customer returns to another plan', async () => {
      const { debtor } = await aDebtorWhoCancelled()
      const { id } = await createPlan(service, priced(20_000))
      const shopper = await aShopper(service, {
        customer: { id: debtor.customerId },
        subscription: { id: debtor.id },
        plan: { id },
      })

      const { body: paid } = await shopper.pay()

      expect([paid.payment_status, paid.amount]).toEqual(['SETTLING', 20_000 + 5000])
      expect((await debtor.row()).balanceAmount).toBe(0)
    })
  })

  test('if the connection’s step has changed since the quote, the shopper has to agree to the new amount', async () => {
    const { id } = await createPlan(service, priced(5120))
    const shopper = await aBuyer(service, id, { customer: { email: anEmail(), address: { country: 'DE' } } })
    const seen = await shopper.look()
    steps[stepped] = 100

    const refused = await shopper.payAsSeen(seen)
    const { body: paid } = await shopper.pay()
    steps[stepped] = 10

    expect([refused.status, resultCodeOf(refused)]).toEqual([409, 'amount_changed'])
    expect(paid.amount).toBe(6000)
  })
})

describeUsualDatabase('a currency that one connection can charge and another cannot', (open) => {
  const service = useService(open, ({ db }) => ({
    processor: { ...sandboxProcessor({ database: db }), steps: { [stepped]: 100 }, minimum: { [stepped]: 2000 } },
    otherProcessors: [{ ...sandboxProcessor({ database: db }), id: 'fine' }],
    settings: { routing: [{ connection: 'sandbox', currencies: ['EUR'] }, { connection: 'fine' }] },
  }))

  test('is not charged over the stored method’s own connection if that connection cannot charge the amount', async () => {
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const price = { default: { amount: 5120, currency: stepped }, countries: [] }
    const { id } = await createPlan(service, aMonthlyPlan({ price }))
    const shopper = await aBuyer(service, id, { customer: { id: customerId } })
    const { body: seen } = await shopper.look()
    const stored = { payment_method: { id: seen.payment_methods[0].id } }

    const refused = await shopper.pay({}, stored)
    const { body: paid } = await shopper.pay()

    expect(seen.quote.due_now.amount).toBe(5120)
    expect([refused.status, resultCodeOf(refused)]).toEqual([409, 'connection_changed'])
    expect(paid).toMatchObject({ payment_status: 'SETTLING', amount: 5120 })
  })

  test.each([
    ['off its step', 5120, 'amount_not_representable'],
    ['below its minimum', 1500, 'amount_below_minimum'],
  ])('is refused to the merchant before any row is written: %s', async (_, amount, code) => {
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const price = { default: { amount, currency: stepped }, countries: [] }
    const { id } = await createPlan(service, aMonthlyPlan({ price }))
    const count = async () => (await service.send('GET', '/payments')).body.data.length
    const before = await count()

    const refused = await service.send('POST', '/payments', { body: { customer: { id: customerId }, plan: { id } } })

    expect([refused.status, resultCodeOf(refused)]).toEqual([400, code])
    expect(await count()).toBe(before)
  })
})
