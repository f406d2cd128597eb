import { describe, expect, test } from 'vitest'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases.ts'
import { codeOf } from '../../support/plan-changes.ts'
import { aMonthlyPlan } from '../../support/shopper.ts'
import { aSubscriber } from '../../support/subscriber.ts'
import { useService } from '../../support/use-service.ts'

/** What the sandbox charges in steps of ten, and never less than 1000 of. */
const stepped = 'LYD'

describeUsualDatabase('a currency that the processor charges in steps', (open) => {
  const service = useService(open, ({ db }) => ({
    processor: sandboxProcessor({ database: db }),
    otherProcessors: [{ ...sandboxProcessor({ database: db }), id: 'fine', steps: {}, minimum: {} }],
  }))
  const priced = (amount: number, currency = stepped, more: object = {}) =>
    aMonthlyPlan({ price: { default: { amount, currency }, countries: [] }, ...more })
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
        'with a trial off it',
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

    test('names the step', async () => {
      const { status, body } = await create(priced(5124))

      expect(status).toBe(400)
      expect(body.error.message).toContain('a multiple of 10 in minor units')
    })

    test('off it is sold where one of the routes can charge it', async () => {
      const { key } = await service.addOrganization('Two ways', {
        routing: [{ connection: 'sandbox', kinds: ['CARD'] }, { connection: 'fine' }],
      })

      const { status } = await service.send('POST', '/plans', { key, body: priced(5124) })

      expect(status).toBe(200)
    })
  })

  test('a part of a payment is refunded on the step alone, and all that is left always', async () => {
    const { paymentId } = await aSubscriber(service, priced(5120))
    const refund = (amount?: number) =>
      service.send('POST', `/payments/refund/${paymentId}`, { body: amount === undefined ? {} : { amount } })

    const off = await refund(1005)
    const part = await refund(1010)
    const rest = await refund()

    expect([off.status, codeOf(off)]).toEqual([400, 'amount_not_representable'])
    expect([part, rest].map(({ body }) => body.refunded_amount)).toEqual([1010, 5120])
  })
})
