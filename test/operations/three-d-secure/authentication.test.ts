import { beforeAll, describe, expect, test } from 'vitest'
import { actionPages } from '../../support/processors/bank.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyer, aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const challenged = '4000000000003220'

describeUsualDatabase('3-D Secure authentication', (open) => {
  let planId: string

  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })

  describe('without a challenge', () => {
    test.each([
      ['4000000000003055', 'SETTLING', 'authenticated', '05', true],
      ['4000000000003071', 'SETTLING', 'attempted', '06', true],
      ['4000000000003147', 'SETTLING', 'unavailable', '07', false],
      ['4000000000003196', 'DECLINED', 'rejected', '07', false],
      ['4242424242424242', 'SETTLING', 'not_performed', '07', false],
    ])('%s is %s, its authentication %s with indicator %s', async (number, payment_status, status, value, shift) => {
      const { body } = await (await aBuyer(service, planId)).pay({ number })

      expect(body).toMatchObject({
        payment_status,
        three_d_secure: { status, electronic_commerce_indicator: { value, liability_shift: shift } },
      })
    })

    test('a renewal refers to the first authentication', async () => {
      const { body: first } = await (await aBuyer(service, planId)).pay({ number: '4000000000003055', exp_year: 2090 })
      await service.send('POST', '/sandbox/clock', { body: { advance: 'P1M1D' } })

      const { body } = await service.send('GET', `/payments?payment_status_set=${first.subscription.id}`)

      expect(body.data[0]).toMatchObject({
        payment_type: 'MIT',
        three_d_secure: {
          status: 'not_performed',
          transaction_id: first.three_d_secure.transaction_id,
          electronic_commerce_indicator: { liability_shift: false },
        },
      })
    })
  })

  describe('the organization’s setting of challenges:', () => {
    const payOnce = async (setting: string, number: string) => {
      const other = await service.addOrganization('Kite Prints', { three_d_secure: setting })
      const plan = await service.send('POST', '/plans', {
        key: other.key,
        body: { name: 'Print', type: 'one-off', price: { default: { amount: 2500, currency: 'EUR' }, countries: [] } },
      })
      const shopper = await aShopper(
        { ...service, send: (method, path, sent) => service.send(method, path, { key: other.key, ...sent }) },
        { customer: { email: 'one@example.com' }, plan: { id: plan.body.id } },
      )
      return (await shopper.pay({ number })).body
    }

    test.each([
      ['always', '4000000000003055', 'SETTLING', 'authenticated'],
      ['storing', '4000000000003055', 'SETTLING', null],
      ['storing', challenged, 'PENDING', 'challenge_required'],
      ['never', challenged, 'DECLINED', null],
    ])('with %s a single payment by %s is %s, authentication %s', async (setting, number, status, authentication) => {
      const payment = await payOnce(setting, number)

      expect(payment.payment_status).toBe(status)
      expect(payment.three_d_secure?.status ?? null).toBe(authentication)
    })
  })

  test('a free trial verifies the card with a challenge', async () => {
    const trial = await createPlan(
      service,
      aMonthlyPlan({
        name: 'Trial',
        trial_interval: 'days',
        trial_interval_count: 7,
        trial_price: { default: { amount: 0, currency: 'EUR' }, countries: [] },
      }),
    )
    const shopper = await aBuyer(service, planId, { plan: { id: trial.id } })
    const { body: payment } = await shopper.pay({ number: challenged })

    await actionPages(service, payment.next_action.url).answer('passed')

    expect((await service.send('GET', `/payments/${payment.id}`)).body).toMatchObject({
      amount: 0,
      subscription: { status: 'trial' },
    })
  })
})
