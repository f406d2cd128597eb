import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { FairTurns } from '#database/turns/fair-turns.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { holdNameLock } from '../../support/interleaving/hold-name.ts'
import { aNewCard, withKnownCard } from '../../support/processors/holding-bank.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { aBuyer, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const outcome = ({ body }: Answer) => body.error?.code ?? body.payment_status

/** A processor that answers charges only once it has received a given number of them, and then begins to count again. */
const answeringTogether = (processor: Processor, many: () => number): Processor => {
  let asked = 0
  let { promise: allAsked, resolve } = Promise.withResolvers<void>()
  return {
    ...processor,
    async authorize(request) {
      if (++asked >= many()) {
        resolve()
        asked = 0
        ;({ promise: allAsked, resolve } = Promise.withResolvers<void>())
      } else await allAsked
      return processor.authorize(withKnownCard(request))
    },
  }
}

describeEachDatabase('charges that arrive at the same time', (open, kind) => {
  let answersAfter = 0
  const service = useService(open, ({ db }) => ({
    processor: answeringTogether(sandboxProcessor({ database: db }), () => answersAfter),
    turns: new FairTurns({ places: 4 }),
  }))
  let monthly: { id: string }
  let tin: { id: string }
  let emails = 0

  beforeAll(async () => {
    monthly = await createPlan(service)
    tin = await createPlan(service, {
      name: 'Tin',
      type: 'one-off',
      price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
    })
  })

  const aCustomer = async (number = '4242424242424242'): Promise<string> => {
    const shopper = await aShopper(service, {
      customer: { email: `once${++emails}@example.com` },
      plan: { id: monthly.id },
    })
    return (await shopper.pay({ number })).body.customer.id
  }
  const charge = (customerId: string, key?: string, planId = tin.id) =>
    service.send('POST', '/payments', {
      body: { customer: { id: customerId }, plan: { id: planId } },
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    })
  /** The types of all events about a payment, its customer, its method and its subscription, in their order. */
  const typesAbout = async ({ id, customer, payment_method: method, subscription }: Answer['body']) => {
    const ids = [id, customer.id, method.id, subscription.id]
    const { rows } = await sql<{ type: string }>`
      select type from events where object->>'id' = any(${ids}) order by sequence`.execute(service.database.db)
    return rows.map(({ type }) => type)
  }
  const countTins = async (customerId: string): Promise<number> => {
    const paid = service.database.db.selectFrom('payments').select('id').where('planId', '=', tin.id)
    return (await paid.where('customerId', '=', customerId).execute()).length
  }

  test('get one payment each, whatever the outcome of the others, and a repeated key returns the same payment', async () => {
    const customers = await Promise.all([
      ...Array.from({ length: 11 }, () => aCustomer()),
      aCustomer('4000000000000341'),
    ])
    const asked = [...customers, 'cus_nobody'].map((id, place) => [id, `once-${place}`] as const)

    const answers = await Promise.all(asked.map(([id, key]) => charge(id, key)))
    const again = await Promise.all(asked.map(([id, key]) => charge(id, key)))

    expect(answers.map(outcome)).toEqual([...Array(11).fill('SETTLING'), 'DECLINED', 'not_found'])
    expect(answers.slice(0, -1).map(({ body }) => body.customer.id)).toEqual(customers)
    expect(new Set(answers.slice(0, -1).map(({ body }) => body.id)).size).toBe(customers.length)
    expect(again.map(({ body }) => body.id)).toEqual(answers.map(({ body }) => body.id))
  })

  test('are all in flight at a slow processor, although the server processes fewer at a time', async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => aCustomer()))
    answersAfter = customers.length
    onTestFinished(() => void (answersAfter = 0))

    const charges = await Promise.all(customers.map((id) => charge(id)))

    expect(charges.map(outcome)).toEqual(Array(12).fill('SETTLING'))
  })

  test('write one event for each step of each payment', async () => {
    const customers = await Promise.all([aCustomer(), aCustomer(), aCustomer()])
    const answers = await Promise.all(customers.map((id) => charge(id)))

    const { rows } = await sql<{ payment: string; types: string }>`
      select object->>'id' as payment, string_agg(type, ' ' order by sequence) as types
      from events where object->>'object' = 'payment' or type like 'payment.%' group by 1`.execute(service.database.db)
    const typesOf = new Map(rows.map(({ payment, types }) => [payment, types]))
    expect(answers.map(({ body }) => typesOf.get(body.id))).toEqual(
      answers.map(() => 'payment.created payment.updated'),
    )
  })

  test('for one customer and one plan are never in flight together', async () => {
    const [customerId, other] = await Promise.all([aCustomer(), aCustomer()])

    const answers = await Promise.all([...Array.from({ length: 12 }, () => charge(customerId)), charge(other)])

    const paid = answers.slice(0, 12).filter((answer) => outcome(answer) === 'SETTLING')
    const refused = answers.slice(0, 12).filter((answer) => outcome(answer) === 'payment_in_progress')
    expect(paid.length + refused.length).toBe(12)
    expect(paid.length).toBeGreaterThan(0)
    expect(outcome(answers[12]!)).toBe('SETTLING')
    expect(await countTins(customerId)).toBe(paid.length)
  })

  test('for one customer and one recurring plan open one subscription', async () => {
    const premium = await createPlan(service, {
      name: 'Premium',
      type: 'recurring',
      interval: 'months',
      price: { default: { amount: 1900, currency: 'EUR' }, countries: [] },
    })
    const customerId = await aCustomer()

    const answers = await Promise.all(Array.from({ length: 8 }, () => charge(customerId, undefined, premium.id)))

    expect(answers.filter((answer) => outcome(answer) === 'SETTLING')).toHaveLength(1)
    const { body } = await service.send('GET', `/customers/${customerId}`)
    const held = body.subscriptions.filter((each: { plan: { id: string } }) => each.plan.id === premium.id)
    expect(held).toHaveLength(1)
  })

  test('from new shoppers share transactions, and each buys its own subscription', async () => {
    const shoppers = await Promise.all(Array.from({ length: 8 }, () => aBuyer(service, monthly.id)))
    answersAfter = shoppers.length
    onTestFinished(() => void (answersAfter = 0))

    const answers = await Promise.all(shoppers.map((shopper) => shopper.pay({ number: aNewCard() })))

    expect(answers.map(outcome)).toEqual(shoppers.map(() => 'SETTLING'))
    const { rows } = await sql<{ payments: number; customers: number; subscriptions: number; writers: number }>`
      select count(*)::int as payments, count(distinct customer_id)::int as customers,
        count(distinct subscription_id)::int as subscriptions, count(distinct xmin::text)::int as writers
      from payments where id = any(${answers.map(({ body }) => body.id)})`.execute(service.database.db)
    expect(rows[0]).toMatchObject({ payments: 8, customers: 8, subscriptions: 8 })
    expect(rows[0]!.writers).toBeLessThan(8)
    const types = await Promise.all(answers.map(({ body }) => typesAbout(body)))
    expect(types).toEqual(
      answers.map(() => [
        'customer.created',
        'payment.created',
        'payment_method.attached',
        'subscription.created',
        'payment.updated',
      ]),
    )
  })

  test('of one new card from one network address are credited to the address once', async () => {
    const approvals = async () =>
      (
        await sql<{ sum: number }>`select coalesce(sum(approvals), 0)::int as sum from decline_counts`.execute(
          service.database.db,
        )
      ).rows[0]!.sum
    const before = await approvals()
    const number = aNewCard()
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => aBuyer(service, monthly.id)))
    answersAfter = shoppers.length
    onTestFinished(() => void (answersAfter = 0))

    const answers = await Promise.all(shoppers.map((shopper) => shopper.pay({ number })))

    expect(answers.map(outcome)).toEqual(shoppers.map(() => 'SETTLING'))
    expect(await approvals()).toBe(before + 1)
  })

  test('with the same key make one payment', async () => {
    const customerId = await aCustomer()

    const answers = await Promise.all(Array.from({ length: 6 }, () => charge(customerId, 'the same')))

    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    expect(await countTins(customerId)).toBe(1)
  })

  test('succeed next to two others that share one key', async () => {
    const [one, two, ...innocent] = await Promise.all(Array.from({ length: 7 }, () => aCustomer()))

    for (let round = 1; round <= 5; round++) {
      const key = `twice-${round}`
      const answers = await Promise.all([charge(one!, key), charge(two!, key), ...innocent.map((id) => charge(id))])

      const rivals = answers.slice(0, 2).map(outcome)
      expect(rivals).toContain('SETTLING')
      expect(rivals.find((each) => each !== 'SETTLING')).toMatch(/^idempotency_(key_reused|in_progress)$/)
      expect(answers.slice(2).map(outcome)).toEqual(innocent.map(() => 'SETTLING'))
    }
  })

  test.skipIf(kind === 'embedded')('do not wait for one whose customer is locked', async () => {
    const [held, ...others] = await Promise.all([aCustomer(), aCustomer(), aCustomer(), aCustomer()])
    const letGo = await holdNameLock(service.database, `${service.organizationId}/customer:${held}`)

    let heldIsAnswered = false
    const first = charge(held!).finally(() => {
      heldIsAnswered = true
    })
    const answers = await Promise.all(others.map((id) => charge(id)))

    expect(answers.map(outcome)).toEqual(['SETTLING', 'SETTLING', 'SETTLING'])
    expect(heldIsAnswered).toBe(false)
    await letGo()
    expect(outcome(await first)).toBe('SETTLING')
  })
})
