import { describe, expect, test } from 'vitest'
import { bundledTaxes } from '#server/taxes/bundled/bundled-taxes.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const registrations = [
  { country: 'US', region: 'CA', behavior: 'exclusive' },
  { country: 'CA', region: null, behavior: 'exclusive' },
  { country: 'DE', region: null, behavior: 'exclusive' },
  { country: 'ES', region: null, behavior: 'exclusive' },
  { country: 'FR', region: null, behavior: 'exclusive' },
  { country: 'GB', region: null, behavior: 'exclusive' },
  { country: 'TH', region: null, behavior: 'exclusive' },
]

describeEachDatabase('addresses that tax does not know', (open) => {
  const service = useService(open, { taxes: bundledTaxes('sandbox'), settings: { tax_registrations: registrations } })

  const aBuyerAt = async (address: object) =>
    aShopper(service, {
      customer: { email: anEmail(), address },
      plan: { id: (await createPlan(service, aMonthlyPlan())).id },
    })
  const update = (id: string, body: object) => service.send('PATCH', `/client-session/${id}`, { body })
  const address = (id: string, part: object) => service.send('PATCH', `/customers/${id}`, { body: { address: part } })
  const statusOf = async (id: string) => (await service.send('GET', `/subscriptions/${id}`)).body.status
  const chargesOf = async (id: string) =>
    (await service.send('GET', `/payments?payment_status_set=${id}&order=asc`)).body.data

  test('a session that changes its country clears the other parts of the address', async () => {
    const shopper = await aBuyerAt({
      country: 'DE',
      state: 'BY',
      postal_code: '80331',
      city: 'München',
      line1: 'Am Markt 1',
    })

    await update(shopper.sessionId, { customer: { country: 'US' } })
    const refused = await shopper.pay()
    await update(shopper.sessionId, { customer: { address: { state: 'CA' } } })
    const paid = await shopper.pay()

    expect(refused.body.error).toMatchObject({
      code: 'address_required',
      details: [{ path: 'address.state', code: 'required' }],
    })
    const { body: shown } = await service.send('GET', `/payments/${paid.body.id}`)
    expect(shown).toMatchObject({
      tax: { status: 'committed', amount_tax: 82 },
      customer: { address: { country: 'US', state: 'CA', postal_code: null, city: null, line1: null } },
    })
  })

  test('a session that sets the same country again keeps the address', async () => {
    const shopper = await aBuyerAt({ country: 'US', state: 'CA' })

    await update(shopper.sessionId, { customer: { country: 'US' } })

    const { body } = await shopper.pay()
    expect((await service.send('GET', `/payments/${body.id}`)).body.customer.address).toMatchObject({ state: 'CA' })
  })

  test.each([
    ['a state of another country', { country: 'US', state: 'BY' }, ['address.state']],
    ['no province', { country: 'CA' }, ['address.state']],
    ['an unknown province', { country: 'CA', state: 'Atlantis' }, ['address.state']],
    ['an unknown region of Spain', { country: 'ES', state: 'Atlantis' }, ['address.state']],
    [
      'a state and the postal code of another state',
      { country: 'US', state: 'NY', postal_code: '94110' },
      ['address.state', 'address.postal_code'],
    ],
  ])('%s needs a correction before anything is charged', async (_, place, paths) => {
    const shopper = await aBuyerAt(place)

    const { body: checkout } = await shopper.look()
    const { status, body } = await shopper.pay()

    expect(status).toBe(400)
    expect(body.error.code).toBe('address_required')
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(paths)
    expect(checkout.consent.address_fields).toEqual(expect.arrayContaining(['state']))
    expect(checkout.consent.address_regions.length).toBeGreaterThan(10)
    expect(
      await service.database.db
        .selectFrom('payments')
        .select('id')
        .where('sessionId', '=', shopper.sessionId)
        .execute(),
    ).toEqual([])
  })

  test.each([
    ['by its name', { country: 'US', state: 'California' }, 83, 'committed'],
    ['by its abbreviation', { country: 'US', state: 'Calif.' }, 83, 'committed'],
    ['by its postal code', { country: 'US', postal_code: '94110' }, 83, 'committed'],
    [
      'by its postal code, if an unknown state is given',
      { country: 'US', state: 'BY', postal_code: '94110' },
      83,
      'committed',
    ],
    ['in a state without a registration', { country: 'US', state: 'New York' }, 0, 'not_collected'],
    ['in a province by its French name', { country: 'CA', state: 'Nouvelle-Écosse' }, 140, 'committed'],
    ['on the Canary Islands by their name', { country: 'ES', state: 'Islas Canarias' }, 70, 'committed'],
    ['on the Canary Islands by a province', { country: 'ES', state: 'Santa Cruz de Tenerife' }, 70, 'committed'],
    ['on the Canary Islands by their postal code', { country: 'ES', postal_code: '35001' }, 70, 'committed'],
    ['in Ceuta', { country: 'ES', state: 'Ceuta' }, 0, 'not_collected'],
    ['in Melilla by its postal code', { country: 'ES', postal_code: '52001' }, 0, 'not_collected'],
    ['in Madrid', { country: 'ES', postal_code: '28001' }, 210, 'committed'],
    ['in Spain without a region', { country: 'ES' }, 210, 'committed'],
    ['on Heligoland', { country: 'DE', postal_code: '27498' }, 0, 'not_collected'],
    ['in Büsingen', { country: 'DE', state: 'Büsingen' }, 0, 'not_collected'],
    ['in Germany, whatever the state is called', { country: 'DE', state: 'Hinterland' }, 190, 'committed'],
    ['on Réunion by a French address', { country: 'FR', postal_code: '97400' }, 85, 'committed'],
    ['on Réunion by its own country code', { country: 'RE' }, 85, 'committed'],
    ['in French Guiana', { country: 'FR', state: 'Guyane' }, 0, 'not_collected'],
    ['in Monaco', { country: 'MC' }, 200, 'committed'],
    ['on the Isle of Man', { country: 'IM' }, 200, 'committed'],
    ['on Jersey by a British address', { country: 'GB', postal_code: 'JE2 3AB' }, 0, 'not_collected'],
  ])('tax of 1,000 cents is known %s', async (_, place, tax, status) => {
    const plan = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 1000, currency: 'EUR' }, countries: [] } }),
    )
    const shopper = await aShopper(service, { customer: { email: anEmail(), address: place }, plan: { id: plan.id } })

    const { body } = await shopper.pay()

    expect(body).toMatchObject({ tax: { amount_tax: tax, status } })
  })

  test('a country without a known rate is refused before the sale, with a sentence', async () => {
    const shopper = await aBuyerAt({ country: 'TH' })

    expect(await shopper.look()).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: expect.stringContaining('No tax rate is known for TH') } },
    })
  })

  describe('a subscriber whose address was lost', () => {
    const aSubscriber = async () => {
      const shopper = await aBuyerAt({ country: 'US', state: 'CA' })
      const { body } = await shopper.pay({ exp_year: 2090 })
      await address(body.customer.id, { state: 'BY' })
      return {
        id: body.subscription.id as string,
        customerId: body.customer.id as string,
        due: body.subscription.next_billing_date as string,
      }
    }
    const askedFor = async (id: string) => {
      const { body } = await service.send('GET', '/events?type=subscription.address_required&limit=1000')
      return body.data.filter(({ data }: { data: { object: { id: string } } }) => data.object.id === id).length
    }

    test('is not charged by the merchant either, who gets the name of the missing part', async () => {
      const subscriber = await aSubscriber()
      const plan = await createPlan(service, aMonthlyPlan({ name: 'Other' }))

      const charged = await service.send('POST', '/payments', {
        body: { customer: { id: subscriber.customerId }, plan: { id: plan.id } },
      })

      expect(charged).toMatchObject({
        status: 400,
        body: { error: { code: 'address_required', details: [{ path: 'address.state' }] } },
      })
    })

    test('stays active while an event requests the address, and is charged and taxed once it is known', async () => {
      const subscriber = await aSubscriber()

      await moveClock(service, subscriber.due)
      await moveClock(service, 'P3D')
      const waiting = await statusOf(subscriber.id)
      const askedTimes = await askedFor(subscriber.id)
      const before = await chargesOf(subscriber.id)
      await address(subscriber.customerId, { state: 'California' })
      await moveClock(service, 'PT1M')
      const after = await chargesOf(subscriber.id)

      expect([waiting, askedTimes, before.length]).toEqual(['active', 1, 1])
      expect(after.at(-1)).toMatchObject({ amount: 1081, tax: { amount_tax: 82 }, payment_type: 'MIT' })
      expect(after).toHaveLength(2)
    })

    test('is past due after thirty days, and is charged when the address arrives', async () => {
      const subscriber = await aSubscriber()

      await moveClock(service, subscriber.due)
      await moveClock(service, 'P29D')
      const onDay29 = await statusOf(subscriber.id)
      await moveClock(service, 'P1DT1H')
      const onDay30 = await statusOf(subscriber.id)
      await address(subscriber.customerId, { state: 'CA' })
      await moveClock(service, 'PT1M')

      expect([onDay29, onDay30]).toEqual(['active', 'past_due'])
      expect(await statusOf(subscriber.id)).toBe('active')
      expect((await chargesOf(subscriber.id)).at(-1)).toMatchObject({ amount: 1081 })
    })
  })

  describe('an address that a merchant corrects', () => {
    test('decides the tax of the next charge, whatever the shopper entered before', async () => {
      const shopper = await aBuyerAt({ country: 'US' })
      const { body: checkout } = await shopper.look()
      await service.send('PATCH', `/checkout/${shopper.sessionId}`, {
        key: checkout.client_token,
        body: { state: 'NY' },
      })
      const { body: first } = await shopper.pay({ exp_year: 2090 })

      const { body: corrected } = await address(first.customer.id, { state: 'CA', postal_code: '94110' })
      await moveClock(service, first.subscription.next_billing_date)

      expect(first).toMatchObject({ amount: 999, tax: { status: 'not_collected' } })
      expect(corrected.address).toMatchObject({ country: 'US', state: 'CA', postal_code: '94110' })
      expect((await chargesOf(first.subscription.id)).at(-1)).toMatchObject({ amount: 1081, tax: { amount_tax: 82 } })
    })

    test('in another country clears the former parts, and null clears the address', async () => {
      const { body: made } = await service.send('POST', '/customers', {
        body: { address: { country: 'DE', state: 'BY', city: 'München', line1: 'Am Markt 1', postal_code: '80331' } },
      })

      const { body: moved } = await address(made.id, { country: 'US' })
      const { body: cleared } = await service.send('PATCH', `/customers/${made.id}`, { body: { address: null } })

      expect(moved.address).toEqual({
        country: 'US',
        state: null,
        city: null,
        line1: null,
        line2: null,
        postal_code: null,
      })
      expect(cleared.address).toBeNull()
    })
  })
})
