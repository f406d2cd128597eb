import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aScriptedCalculator } from '../../support/processors/scripted-taxes.ts'
import { aMonthlyPlan, aShopper, createPlan, type Shopper } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('addresses that tax needs', (open) => {
  let emails = 0
  const service = useService(open, {
    taxes: aScriptedCalculator(),
    settings: { tax_registrations: [{ country: 'US', region: 'CA', behavior: 'exclusive' }] },
  })

  const aBuyer = async (country: string | null, plan: object = aMonthlyPlan()) =>
    aShopper(service, {
      customer: { email: `placed${++emails}@example.com`, ...(country && { country }) },
      plan: { id: (await createPlan(service, plan)).id },
    })
  const say = async (shopper: Shopper, place: object) => {
    const { body } = await shopper.look()
    return service.send('PATCH', `/checkout/${shopper.sessionId}`, { key: body.client_token, body: place })
  }
  const chargesOf = async (shopper: Shopper) =>
    service.database.db.selectFrom('payments').select('id').where('sessionId', '=', shopper.sessionId).execute()

  test('a shopper without a state has to enter it before anything is charged, and pays tax there', async () => {
    const shopper = await aBuyer('US')
    const { body: checkout } = await shopper.look()

    const refused = await shopper.pay()
    const charges = await chargesOf(shopper)
    await say(shopper, { state: 'CA' })
    const { body: paid } = await shopper.pay()

    expect(checkout.consent.address_fields).toEqual(['state'])
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'address_required', details: [{ path: 'address.state', code: 'required' }] } },
    })
    expect(charges).toEqual([])
    expect(paid).toMatchObject({ amount: 1189, tax: { amount_tax: 190, status: 'committed' } })
  })

  test('a shopper without a country has to enter it', async () => {
    const shopper = await aBuyer(null)

    const refused = await shopper.pay()
    await say(shopper, { country: 'DE' })

    expect(refused.body.error).toMatchObject({ code: 'address_required', details: [{ path: 'address.country' }] })
    expect((await shopper.pay()).body).toMatchObject({ amount: 999, tax: { status: 'not_collected' } })
  })

  test.each([
    ['in another state', { state: 'NY' }],
    ['in another country', { country: 'DE' }],
  ])('a shopper who is %s pays no tax', async (_, place) => {
    const shopper = await aBuyer('US')
    await say(shopper, place)

    expect((await shopper.pay()).body).toMatchObject({ amount: 999, tax: { status: 'not_collected' } })
  })

  test('a sale without tax does not need the shopper’s address', async () => {
    const shopper = await aBuyer('US', aMonthlyPlan({ tax: { collect_tax: false } }))

    expect((await shopper.pay()).body).toMatchObject({ amount: 999 })
  })

  test('a renewal keeps the last known address, also if the merchant sets its country again', async () => {
    const shopper = await aBuyer('US')
    await say(shopper, { state: 'CA' })
    const { body: first } = await shopper.pay({ exp_year: 2090 })
    const update = await aShopper(service, {
      customer: { id: first.customer.id, country: 'US' },
      subscription: { id: first.subscription.id },
    })
    const { body: updated } = await update.pay({ exp_year: 2090 })

    await moveClock(service, first.subscription.next_billing_date)
    const { body } = await service.send('GET', `/payments?payment_status_set=${first.subscription.id}&order=desc`)

    expect(updated).toMatchObject({ amount: 0 })
    expect(body.data[0]).toMatchObject({ amount: 1189, payment_type: 'MIT', tax: { amount_tax: 190 } })
  })
})
