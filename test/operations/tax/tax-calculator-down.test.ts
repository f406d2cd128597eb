import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aScriptedCalculator, registrations } from '../../support/processors/scripted-taxes.ts'
import { aBuyerIn, aMonthlyPlan, aReceipt, createPlan, sealCard } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a tax calculator that is down', (open) => {
  const taxes = aScriptedCalculator()

  const service = useService(open, { taxes, settings: { tax_registrations: registrations } })

  const aPlan = async (amount: number, currency: string) =>
    createPlan(service, aMonthlyPlan({ price: { default: { amount, currency }, countries: [] } }))

  test('while the calculator is down, no taxed sale is made, and earlier sales can be read', async () => {
    const plan = await aPlan(1000, 'EUR')
    const sold = await aBuyerIn(service, 'DE', plan.id)
    const { body: payment } = await sold.pay()
    const waiting = await aBuyerIn(service, 'DE', plan.id)
    const elsewhere = await aBuyerIn(service, 'US', plan.id)

    taxes.isDown = true
    const answers = {
      waiting: await waiting.look(),
      sold: await sold.look(),
      elsewhere: await elsewhere.pay(),
      merchant: await service.send('POST', '/payments', {
        body: {
          customer: { id: payment.customer.id },
          plan: { id: (await aPlan(500, 'EUR')).id },
        },
      }),
    }
    taxes.isDown = false

    expect(answers.waiting).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    expect(answers.merchant).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    expect(answers.sold).toMatchObject({ status: 200, body: { phase: 'completed' } })
    expect(answers.elsewhere).toMatchObject({ status: 200, body: { amount: 1000 } })
    expect((await waiting.pay()).body).toMatchObject({ amount: 1190, tax: { status: 'committed' } })
  })

  test('a renewal whose tax is unknown waits, and is charged with tax when the calculator answers', async () => {
    const { body: first } = await (await aBuyerIn(service, 'DE', (await aPlan(1000, 'EUR')).id)).pay({ exp_year: 2090 })
    const due = first.subscription.next_billing_date
    const row = () =>
      service.database.db
        .selectFrom('subscriptions')
        .select(['deferredReason', 'status'])
        .where('id', '=', first.subscription.id)
        .executeTakeFirstOrThrow()

    taxes.isDown = true
    await moveClock(service, due)
    const waiting = await row()
    taxes.isDown = false
    await moveClock(service, 'PT1H')
    const { body } = await service.send('GET', `/payments?payment_status_set=${first.subscription.id}&order=desc`)

    expect(waiting).toEqual({ status: 'active', deferredReason: expect.stringContaining('Tax is owed') })
    expect(body.data[0]).toMatchObject({ amount: 1190, payment_type: 'MIT', tax: { status: 'committed' } })
    expect(body.data).toHaveLength(2)
  })

  test('an organization may choose to sell without tax while the calculator is down', async () => {
    const settings = { tax_registrations: registrations, tax_failure: 'sell_without_tax' }
    const { key } = await service.addOrganization('Easygoing', settings)
    const { body: plan } = await service.send('POST', '/plans', { key, body: aMonthlyPlan() })
    const members = { customer: { email: 'e@example.com', country: 'DE' }, plan: { id: plan.id } }
    const { body: session } = await service.send('POST', '/client-session', { key, body: members })

    taxes.isDown = true
    const { body: checkout } = await service.send('GET', `/checkout/${session.id}`, { key: null })
    const { body: payment } = await service.send('POST', '/payments', {
      key: checkout.client_token,
      body: {
        payment_method: { type: 'CARD', details: { encrypted: await sealCard(service, session.id) } },
        expected: { ...checkout.quote.due_now, quote: checkout.quote.hash },
        consent: aReceipt(checkout),
      },
    })
    taxes.isDown = false

    expect(payment).toMatchObject({
      amount: 999,
      tax: {
        status: 'failed',
        amount_tax: 0,
        error: { code: 'calculator_unavailable', message: expect.any(String) },
      },
    })
  })
})
