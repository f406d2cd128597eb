import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { spring } from '../../support/stories/discounts.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('discounts (createDiscount, findDiscount, findDiscounts, updateDiscount)', (open) => {
  const service = useService(open)

  const send = (method: string, path: string, body?: object) => service.send(method, path, { ...(body && { body }) })
  const aDiscount = async (members: object = {}) => (await send('POST', '/discounts', { ...spring, ...members })).body

  test('a new discount has no limits, is for every plan, and has no redemptions', async () => {
    const discount = await aDiscount()

    expect(discount).toMatchObject({
      ...spring,
      code: null,
      amount_off: null,
      plans: [],
      max_redemptions: null,
      max_per_customer: null,
      starts_at: null,
      ends_at: null,
      archived_at: null,
      redeemed: 0,
    })
    expect((await send('GET', `/discounts/${discount.id}`)).body).toEqual(discount)
  })

  test('a change keeps the members that it does not name, and a change without a difference changes nothing', async () => {
    const discount = await aDiscount({ max_redemptions: 5 })
    const { body: archived } = await send('PATCH', `/discounts/${discount.id}`, { archived: true, name: 'May' })
    const { body: again } = await send('PATCH', `/discounts/${discount.id}`, { archived: true })

    expect(archived).toMatchObject({ name: 'May', max_redemptions: 5, archived_at: expect.any(String) })
    expect(again).toEqual(archived)
  })

  test('the events of creation and change show the discount as it is and as it was before', async () => {
    const discount = await aDiscount()
    const { body: changed } = await send('PATCH', `/discounts/${discount.id}`, { name: 'May' })
    const { body: events } = await send('GET', '/events?type_in=discount.created,discount.updated&limit=1000')
    const own = events.data.filter(
      (event: { data: { object: { id: string } } }) => event.data.object.id === discount.id,
    )

    expect(own).toMatchObject([
      { type: 'discount.created', data: { object: discount } },
      { type: 'discount.updated', data: { object: changed } },
    ])
  })

  test.each([
    ['a percentage of 0', { percent_off: 0 }, 'body.percent_off'],
    ['a percentage of 101', { percent_off: 101 }, 'body.percent_off'],
    ['a percentage of three decimals', { percent_off: 10.005 }, 'body.percent_off'],
    ['an amount and a percentage', { amount_off: { amount: 100, currency: 'EUR' } }, 'body.percent_off'],
    ['neither amount nor percentage', { percent_off: null }, 'body.percent_off'],
    ['an amount of 0', { percent_off: null, amount_off: { amount: 0, currency: 'EUR' } }, 'body.amount_off.amount'],
    ['periods without a number', { periods: null }, 'body.periods'],
    ['a number of periods for a discount that applies once', { duration: 'once' }, 'body.periods'],
    ['a number of 0 periods', { periods: 0 }, 'body.periods'],
    ['a code with a space', { code: 'SPRING 20' }, 'body.code'],
    ['a limit of 0', { max_redemptions: 0 }, 'body.max_redemptions'],
    ['an end before the start', { starts_at: '2027-02-01', ends_at: '2027-01-01' }, 'body.ends_at'],
  ])('%s is refused', async (_, members, path) => {
    const { status, body } = await send('POST', '/discounts', { ...spring, ...members })

    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_parameter' })
    expect(body.error.details).toMatchObject([{ path }])
  })

  test('a code belongs to one discount of the organization, compared without case', async () => {
    const first = await aDiscount({ code: 'Welcome' })
    const second = await aDiscount()
    const created = await send('POST', '/discounts', { ...spring, code: 'WELCOME' })
    const changed = await send('PATCH', `/discounts/${second.id}`, { code: 'welcome' })
    const { key } = await service.addOrganization('A shop of other codes')
    const elsewhere = await service.send('POST', '/discounts', { key, body: { ...spring, code: 'welcome' } })

    for (const { status, body } of [created, changed]) {
      expect(status).toBe(400)
      expect(body.error.details).toMatchObject([{ path: 'body.code' }])
    }
    expect(elsewhere.status).toBe(200)
    expect((await send('GET', '/discounts?code=WELCOME')).body.data).toEqual([first])
  })

  test('the list is filtered by archived discounts', async () => {
    const { id } = await aDiscount({ code: 'OLD-ONE' })
    const listed = async (query: string) => (await send('GET', `/discounts?code=old-one${query}`)).body.meta.total
    const before = [await listed('&archived=true'), await listed('&archived=false')]
    await send('PATCH', `/discounts/${id}`, { archived: true })

    expect([before, await listed('&archived=true'), await listed('&archived=false')]).toEqual([[0, 1], 1, 0])
  })

  test('a discount of another organization is not found', async () => {
    const { id } = await aDiscount()
    const { key } = await service.addOrganization('Another shop')
    const ask = (method: string, body?: object) =>
      service.send(method, `/discounts/${id}`, { key, ...(body && { body }) })

    expect([(await ask('GET')).status, (await ask('PATCH', { archived: true })).status]).toEqual([404, 404])
    expect((await service.send('GET', '/discounts', { key })).body.data).toEqual([])
  })
})
