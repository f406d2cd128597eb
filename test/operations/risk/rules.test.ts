import { beforeAll, describe, expect, test } from 'vitest'
import { replayRules } from '#server/billing/checks/replay-rules.ts'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { organizationSettings } from '#server/organization/settings.ts'
import { riskRules, riskRulesOf } from '#server/organization/risk-rules.ts'
import { inOrganization } from '#server/store/in-organization.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan, sealCard } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('rules that block', (open) => {
  const asked: string[] = []

  const shared = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    const authorize: Processor['authorize'] = (request) => {
      asked.push(request.reference)
      return sandbox.authorize(request)
    }
    return { processor: { ...sandbox, authorize } }
  })

  /** Adds an organization with these rules and one plan to the shared service. */
  const start = async (...rules: object[]) => {
    const { organizationId, key } = await shared.addOrganization('Rules', { rules })
    const service: RunningService = {
      ...shared,
      organizationId,
      key,
      send: (method, path, sent) => shared.send(method, path, { key, ...sent }),
    }
    return { service, planId: (await createPlan(service)).id as string }
  }
  let emails = 0
  const aBuyer = (service: RunningService, planId: string, customer: object = {}) =>
    aShopper(service, { customer: { email: `r${++emails}@example.com`, ...customer }, plan: { id: planId } })
  const mastercards = { name: 'no mastercards', when: { brands: ['mastercard'] } }

  test('a blocked payment is BLOCKED with its reason, before any request to a processor', async () => {
    const { service, planId } = await start(mastercards)
    const before = asked.length
    const shopper = await aBuyer(service, planId)

    const { status, body } = await shopper.pay({ number: '5555555555554444' })
    const { body: found } = await service.send('GET', `/payments/${body.id}`)
    const { body: checkout } = await shopper.look()
    const { body: paid } = await shopper.pay()

    expect([status, body.payment_status, asked.length - before]).toEqual([200, 'BLOCKED', 1])
    expect(found.status_reason).toEqual({
      status: 'blocked',
      status_reason: {
        advice_code: 'do_not_try_again',
        decline_code: 'blocked_by_rule',
        message: 'The rule "no mastercards" blocked this payment.',
      },
    })
    expect(checkout.phase).toBe('open')
    expect(paid.payment_status).toBe('SETTLING')
  })

  test('the shopper learns that the payment was blocked, but not by which rule', async () => {
    const { service, planId } = await start(mastercards)

    const { body } = await (await aBuyer(service, planId)).pay({ number: '5555555555554444' })

    expect(body.status_reason.status_reason).toMatchObject({ decline_code: 'blocked_by_rule', message: null })
  })

  test('the same request again gets the same blocked payment', async () => {
    const { service, planId } = await start(mastercards)
    const shopper = await aBuyer(service, planId)
    const { body: checkout } = await shopper.look()
    const { body: first } = await shopper.pay({ number: '5555555555554444' }, {}, { 'Idempotency-Key': 'blocked-1' })

    const { body: all } = await service.send('GET', '/payments?payment_status=BLOCKED')

    expect(checkout.phase).toBe('open')
    expect(all.data.map(({ id }: { id: string }) => id)).toEqual([first.id])
    const { body: events } = await service.send('GET', '/events?limit=1000')
    expect(
      events.data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === first.id),
    ).toMatchObject([{ type: 'payment.created', data: { object: { payment_status: 'BLOCKED' } } }])
  })

  test.each([
    ['a country', { countries: ['KP'] }, { country: 'KP' }, { country: 'DE' }],
    ['countries other than its own', { countries: { not: ['DE', 'AT'] } }, { country: 'FR' }, { country: 'DE' }],
    ['an amount in dollars', { amount_usd: { from: 1 }, countries: ['FR'] }, { country: 'FR' }, { country: 'DE' }],
  ] as const)('a rule about %s blocks the payments that it describes and no others', async (_, when, meant, other) => {
    const { service, planId } = await start({ name: 'test', when })

    const { body: blocked } = await (await aBuyer(service, planId, meant)).pay()
    const { body: paid } = await (await aBuyer(service, planId, other)).pay()

    expect([blocked.payment_status, paid.payment_status]).toEqual(['BLOCKED', 'SETTLING'])
  })

  test('a rule about countries also reads the billing address of the card', async () => {
    const { service, planId } = await start({ name: 'test', when: { countries: ['JP'] } })
    const { body: paid } = await (await aBuyer(service, planId)).pay()
    const shopper = await aBuyer(service, planId)

    const { body: blocked } = await shopper.payAsSeen(
      await shopper.look(),
      {},
      {
        payment_method: {
          type: 'CARD',
          details: { encrypted: await sealCard(service, shopper.sessionId) },
          billing_address: { country: 'JP' },
        },
      },
    )

    expect([paid.payment_status, blocked.payment_status]).toEqual(['SETTLING', 'BLOCKED'])
  })

  describe('velocity', () => {
    const cardRule = {
      name: 'card velocity',
      when: { velocity: { per: 'card', count: 'attempts', at_most: 3, within_seconds: 3600 } },
    }

    test('counts the tries with a card over all sessions, also at the same time', async () => {
      const { service, planId } = await start(cardRule)
      const shoppers = await Promise.all(Array.from({ length: 8 }, () => aBuyer(service, planId)))

      const answers = await Promise.all(shoppers.map((shopper) => shopper.pay()))

      const statuses = answers.map(({ body }) => body.payment_status as string).toSorted()
      expect(statuses).toEqual([...Array(5).fill('BLOCKED'), ...Array(3).fill('SETTLING')])
    })

    test('ignores tries before its window', async () => {
      const { service, planId } = await start(cardRule)
      const pay = async () => (await (await aBuyer(service, planId)).pay()).body.payment_status as string
      const early = [await pay(), await pay(), await pay(), await pay()]

      await moveClock(service, 'PT2H')

      expect([...early, await pay()]).toEqual(['SETTLING', 'SETTLING', 'SETTLING', 'BLOCKED', 'SETTLING'])
    })

    test('counts declines by address, and dollars by customer', async () => {
      const declines = { per: 'address', count: 'declines', at_most: 1, within_seconds: 600 }
      const { service, planId } = await start({ name: 'declines', when: { velocity: declines } })
      const pay = async (number: string) => (await (await aBuyer(service, planId)).pay({ number })).body.payment_status

      const bad = '4000000000000002'
      expect([await pay(bad), await pay(bad), await pay('4242424242424242')]).toEqual([
        'DECLINED',
        'DECLINED',
        'BLOCKED',
      ])
    })
  })

  test('a renewal is blocked only by rules that apply to renewals, and then the subscription ends', async () => {
    const { service } = await start(
      { name: 'not for renewals', when: { countries: ['DE'] } },
      { name: 'for renewals', when: { currencies: ['CHF'] }, applies_to_renewals: true },
    )
    const euro = await aSubscriber(service, aMonthlyPlan())
    await service.send('PATCH', `/customers/${euro.customerId}`, { body: { metadata: { vip: true } } })
    await service.database.db
      .updateTable('customers')
      .set({
        address: JSON.stringify({
          city: null,
          country: 'DE',
          line1: null,
          line2: null,
          postal_code: null,
          state: null,
        }),
      })
      .where('id', '=', euro.customerId)
      .execute()
    await moveClock(service, 'P1M1D')
    const { status: unblocked } = await euro.subscription()
    const rules = [{ name: 'all euros', when: { currencies: ['EUR'] }, applies_to_renewals: true }]
    const { db } = service.database
    await updateOrganization(db, service.organizationId, { settings: { rules } }, new Date().toISOString())

    await moveClock(service, 'P1M1D')
    const [, , renewal] = await euro.payments()

    expect(unblocked).toBe('active')
    expect(renewal).toMatchObject({ payment_status: 'BLOCKED', payment_type: 'MIT' })
    expect(await euro.subscription()).toMatchObject({ status: 'cancelled', next_billing_date: null })
    expect((await euro.events()).at(-1)).toBe('subscription.cancelled')
  })

  test('a replay shows what rules would have blocked in the last 30 days, and changes nothing', async () => {
    const { service, planId } = await start()
    const cards = ['4242424242424242', '5555555555554444', '5555555555554444', '4000000000000002']
    for (const number of cards) await (await aBuyer(service, planId)).pay({ number })
    const rules = riskRulesOf(
      riskRules.parse([
        mastercards,
        {
          name: 'second try',
          when: { velocity: { per: 'address', count: 'attempts', at_most: 3, within_seconds: 3600 } },
        },
      ]),
    )

    const replay = await replayRules(inOrganization(service.database.db, service.organizationId), rules)

    expect(replay).toMatchObject({
      payments: 4,
      blocked: 3,
      rules: [
        {
          name: 'no mastercards',
          blocked: 2,
          paid: 2,
          amount_usd: expect.any(Number),
          examples: [expect.any(String), expect.any(String)],
        },
        { name: 'second try', blocked: 1, paid: 0, amount_usd: 0 },
      ],
    })
  })
})

describe('invalid rules', () => {
  let faultsOf: (...rules: object[]) => string
  beforeAll(() => {
    faultsOf = (...rules) => organizationSettings.safeParse({ rules }).error?.message ?? 'none'
  })

  test.each([
    ['without a condition', [{ name: 'all', when: {} }], 'would block every payment'],
    [
      'counting velocity at renewals',
      [
        {
          name: 'often',
          when: { velocity: { per: 'card', count: 'attempts', at_most: 1, within_seconds: 60 } },
          applies_to_renewals: true,
        },
      ],
      'cannot count velocity at renewals',
    ],
    [
      'with a repeated name',
      [
        { name: 'a', when: { brands: ['visa'] } },
        { name: 'a', when: { brands: ['jcb'] } },
      ],
      'must each have a unique name',
    ],
    ['about an unknown country', [{ name: 'a', when: { countries: ['XX'] } }], 'Invalid option'],
    ['about more digits than are stored', [{ name: 'a', when: { bins: ['42424242'] } }], 'one to six'],
    ['about a brand in capitals', [{ name: 'a', when: { brands: ['Visa'] } }], 'small letters'],
    ['about an unknown funding', [{ name: 'a', when: { fundings: ['unknown'] } }], 'Invalid option'],
    ['about an amount without limits', [{ name: 'a', when: { amount_usd: {} } }], 'from or to'],
    [
      'about an amount whose minimum is above its maximum',
      [{ name: 'a', when: { amount_usd: { from: 2, to: 1 } } }],
      'above to',
    ],
    ['about an unknown property', [{ name: 'a', when: { colour: 'red' } }], 'colour'],
  ])('%s are refused', (_, rules, message) => {
    expect(faultsOf(...rules)).toContain(message)
  })
})
