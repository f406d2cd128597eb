import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'

describeEachDatabase('payment links (createPaymentLink, findPaymentLinks, updatePaymentLink)', (open) => {
  const service = useService(open, () => ({ settings: { allowed_origins: ['https://shop.example'] } }))

  const send = async (method: string, path: string, body?: object) =>
    service.send(method, path, { ...(body && { body }) })
  const aLink = async (members: object = {}) => {
    const plan = await createPlan(service)
    return (await send('POST', '/payment-links', { plan: { id: plan.id }, ...members })).body
  }

  test('a new link is active, has no limits, and states the address of its page', async () => {
    const link = await aLink()

    expect(link).toMatchObject({
      active: true,
      max_uses: null,
      uses: 0,
      expires_at: null,
      return_url: null,
      quantity: 1,
      discount: null,
    })
    expect(link.url).toBe(`${service.billing.publicUrl()}/buy/${link.id}`)
    expect((await send('GET', `/payment-links/${link.id}`)).body).toEqual(link)
  })

  test('a change keeps the members that it does not name, and null removes one', async () => {
    const link = await aLink({ max_uses: 5, return_url: 'https://shop.example/thanks' })
    const off = await send('PATCH', `/payment-links/${link.id}`, { active: false, expires_at: '2999-01-01' })
    const unlimited = await send('PATCH', `/payment-links/${link.id}`, { max_uses: null })

    expect(off.body).toEqual({
      ...link,
      active: false,
      expires_at: '2999-01-01T00:00:00.000Z',
      updated_at: expect.any(String),
    })
    expect(unlimited.body).toMatchObject({ active: false, max_uses: null, return_url: 'https://shop.example/thanks' })
  })

  test('a change without a difference changes nothing, not even the time of the last change', async () => {
    const link = await aLink({ max_uses: 5 })

    expect((await send('PATCH', `/payment-links/${link.id}`, { max_uses: 5, active: true })).body).toEqual(link)
  })

  test.each([
    ['a limit of 0', { max_uses: 0 }, 'body.max_uses'],
    ['a limit of 1.5', { max_uses: 1.5 }, 'body.max_uses'],
    ['a limit of 10⁹', { max_uses: 1_000_000_000 }, 'body.max_uses'],
    ['a day that does not exist', { expires_at: '2027-02-30' }, 'body.expires_at'],
    ['the origin of another site', { return_url: 'https://other.example/' }, 'body.return_url'],
    ['a script as the way back', { return_url: 'javascript:alert(1)' }, 'body.return_url'],
  ])('%s is refused, whether the link is created or changed', async (_, members, path) => {
    const link = await aLink()
    const created = await send('POST', '/payment-links', { plan: link.plan, ...members })
    const updated = await send('PATCH', `/payment-links/${link.id}`, members)

    for (const { status, body } of [created, updated]) {
      expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_parameter' })
      expect(body.error.details).toMatchObject([{ path }])
    }
    expect((await send('GET', `/payment-links/${link.id}`)).body).toEqual(link)
  })

  test('the list is filtered by plan and by active links, and pages keep their snapshot', async () => {
    const first = await aLink()
    const { body: second } = await send('POST', '/payment-links', { plan: first.plan })
    await send('PATCH', `/payment-links/${first.id}`, { active: false })
    const list = async (query: string) => (await send('GET', `/payment-links?plan_id=${first.plan.id}${query}`)).body
    const ids = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id)
    const { meta } = await list('&limit=1')
    await send('POST', '/payment-links', { plan: first.plan })

    expect(await ids('&active=true')).toContain(second.id)
    expect(await ids('&active=false')).toEqual([first.id])
    expect(await ids(`&limit=1&page=2&snapshot_at=${meta.snapshot_at}`)).toEqual([first.id])
    expect((await list(`&snapshot_at=${meta.snapshot_at}`)).meta.total).toBe(2)
    expect((await list('')).meta.total).toBe(3)
  })

  test('a link sells a quantity with a discount, and refuses a quantity or discount that cannot be sold', async () => {
    const plan = await createPlan(service, aMonthlyPlan({ quantity: { min: 2, max: 5 } }))
    const discount = async (members: object) =>
      (await send('POST', '/discounts', { name: 'Spring', percent_off: 20, duration: 'once', ...members })).body
    const { id } = await discount({})
    const create = (quantity: number | undefined, discountId: string) =>
      send('POST', '/payment-links', { plan: { id: plan.id, quantity }, discount: { id: discountId } })

    expect((await create(3, id)).body).toMatchObject({ quantity: 3, discount: { id } })
    expect((await create(undefined, id)).body).toMatchObject({ quantity: 2 })
    for (const quantity of [0, -1, 1, 1.5, 6, 1_000_000_000])
      expect((await create(quantity, id)).body.error).toMatchObject({
        code: 'invalid_parameter',
        details: [{ path: 'body.plan.quantity' }],
      })
    const elsewhere = await createPlan(service)
    const refused: readonly (readonly [string, object])[] = [
      ['other_plan', { plans: [elsewhere.id] }],
      ['other_currency', { percent_off: undefined, amount_off: { amount: 100, currency: 'USD' } }],
      ['ended', { ends_at: '2020-01-01' }],
      ['below_minimum', { percent_off: 99.9 }],
    ]
    for (const [reason, members] of refused)
      expect((await create(2, (await discount(members)).id)).body.error).toMatchObject({
        code: 'discount_invalid',
        details: [{ code: reason }],
      })
    expect((await create(2, 'nobody')).body.error).toMatchObject({ details: [{ code: 'unknown' }] })
  })

  test('a link of another organization is not found', async () => {
    const link = await aLink()
    const { key } = await service.addOrganization('Another shop')
    const ask = (method: string, body?: object) =>
      service.send(method, `/payment-links/${link.id}`, { key, ...(body && { body }) })

    expect([(await ask('GET')).status, (await ask('PATCH', { active: false })).status]).toEqual([404, 404])
    expect((await service.send('GET', '/payment-links', { key })).body.data).toEqual([])
  })
})
