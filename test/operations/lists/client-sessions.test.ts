import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('the list of client sessions (findClientSessions)', (open) => {
  const service = useService(open)
  const ids: Record<string, string> = {}
  let planId: string

  beforeAll(async () => {
    planId = (await createPlan(service, aMonthlyPlan())).id
    const openFor = async (name: string, members: object = {}) => {
      const customer = { external_id: `user-${name}`, email: `${name}@Example.com` }
      const shopper = await aShopper(service, { customer, plan: { id: planId }, ...members })
      ids[name] = shopper.sessionId
      return shopper
    }
    await openFor('left', { options: { expires_in: 300 } })
    await (await openFor('paid')).pay()
    const waiting = await openFor('asked', { options: { expires_in: 300 } })
    await waiting.pay({ number: '4000000000003220' })
    await openFor('open', { options: { expires_in: 604_800 } })
    await service.send('POST', '/sandbox/clock', { body: { advance: 'PT6M' } })
  })

  const namesOf = async (query: string) => {
    const { body, status } = await service.send('GET', `/client-session?${query}`)
    expect(status).toBe(200)
    expect(body.meta.total).toBe(body.data.length)
    return body.data.map(({ id }: { id: string }) => Object.entries(ids).find(([, each]) => each === id)?.[0])
  }

  test.each([
    ['', ['open', 'asked', 'paid', 'left']],
    ['status=open', ['open']],
    ['status=expired', ['left']],
    ['status=completed', ['paid']],
    ['status=processing', ['asked']],
    ['status_in=expired,processing', ['asked', 'left']],
    ['status_in=expired&status=open', []],
    ['email=LEFT@example.com', ['left']],
    ['external_id=user-paid', ['paid']],
    ['external_id=user-left&status=open', []],
    ['plan_id=price_nobody', []],
    ['subscription_id=sub_nobody', []],
  ])('GET /client-session?%s', async (query, names) => {
    expect(await namesOf(query)).toEqual(names)
  })

  test('a session is found by the customer who paid for it', async () => {
    const { body } = await service.send('GET', '/customers?external_id=user-paid')

    expect(await namesOf(`customer_id=${body.data[0].id}`)).toEqual(['paid'])
    expect(await namesOf(`plan_id=${planId}&limit=4`)).toHaveLength(4)
  })

  test('a session in the list equals the session by its id, except for its currency details', async () => {
    const { body } = await service.send('GET', '/client-session')

    for (const listed of body.data) {
      const alone = await service.send('GET', `/client-session/${listed.id}`)
      expect(listed).toEqual({ ...alone.body, currency_details: null })
    }
  })

  test('a paid session keeps the price it was paid at', async () => {
    await sql`update plans set price = jsonb_set(price, '{default,amount}', '1234') where id = ${planId}`.execute(
      service.database.db,
    )
    const { body } = await service.send('GET', '/client-session')
    const amountOf = (name: string) => body.data.find(({ id }: { id: string }) => id === ids[name]).plan.amount

    expect([amountOf('paid'), amountOf('left')]).toEqual([999, 1234])
  })

  test('the sessions of another merchant are not listed', async () => {
    const { key } = await service.addOrganization('Another')

    const { body } = await service.send('GET', '/client-session', { key })

    expect(body.data).toEqual([])
  })
})
