import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('createPayment', (open) => {
  const service = useService(open)

  test('a shopper who pays a monthly plan gets an active subscription', async () => {
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'mina@example.com' }, plan: { id: plan.id } })

    const payment = await shopper.pay()

    expect(payment).toMatchObject({
      status: 200,
      body: {
        amount: 999,
        currency_code: 'EUR',
        payment_status: 'SETTLING',
        payment_type: 'CIT',
        subscription: { status: 'active', plan: { id: plan.id } },
      },
    })
  })

  test('a free trial verifies the card and charges nothing at first', async () => {
    const plan = await createPlan(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 7 }))
    const shopper = await aShopper(service, { customer: { email: 'trial@example.com' }, plan: { id: plan.id } })

    const payment = await shopper.pay()

    expect(payment.body).toMatchObject({ amount: 0, payment_status: 'SETTLING', subscription: { status: 'trial' } })
  })

  test('a shopper can follow a declined card with a good one in the same session', async () => {
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'second@example.com' }, plan: { id: plan.id } })

    const declined = await shopper.pay({ number: '4000000000000002' })
    const paid = await shopper.pay()

    expect(declined).toMatchObject({
      status: 200,
      body: { payment_status: 'DECLINED', status_reason: { status_reason: { decline_code: 'card_declined' } } },
    })
    expect(paid.body.payment_status).toBe('SETTLING')
  })

  test('a double click charges once', async () => {
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'double@example.com' }, plan: { id: plan.id } })
    const seen = await shopper.look()

    const answers = await Promise.all([shopper.payAsSeen(seen), shopper.payAsSeen(seen)])

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
