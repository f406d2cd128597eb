import { beforeAll, describe, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const declined = '4000000000000002'

describeUsualDatabase('the customer of a session', (open) => {
  let planId: string
  let names = 0
  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service, at(3000))).id
  })

  const aCustomer = async (by = service) => {
    const externalId = `ext-${++names}`
    const { body } = await by.send('POST', '/customers', { body: { external_id: externalId } })
    return { id: body.id as string, externalId }
  }
  const change = (sessionId: string, body: object) => service.send('PATCH', `/client-session/${sessionId}`, { body })
  const claimsOf = (sessionId: string) =>
    service.database.db
      .selectFrom('claims')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()

  describe('a session that is changed from one customer to another', () => {
    test('from external_id to id is shown and paid by the other', async () => {
      const [former, other] = [await aCustomer(), await aCustomer()]
      const shopper = await aShopper(service, { customer: { external_id: former.externalId }, plan: { id: planId } })

      const changed = await change(shopper.sessionId, { customer: { id: other.id } })
      const paid = await shopper.pay()

      expect(changed.body.customer).toMatchObject({ id: other.id, external_id: other.externalId })
      expect(paid.body.customer.id).toBe(other.id)
    })

    test('from id to external_id is shown and paid by the other', async () => {
      const [former, other] = [await aCustomer(), await aCustomer()]
      const shopper = await aShopper(service, { customer: { id: former.id }, plan: { id: planId } })

      const changed = await change(shopper.sessionId, { customer: { external_id: other.externalId } })
      const paid = await shopper.pay()

      expect(changed.body.customer).toMatchObject({ id: other.id, external_id: other.externalId })
      expect(paid.body.customer.id).toBe(other.id)
    })

    test('keeps its customer if the patch changes only the customer’s other data', async () => {
      const { id, externalId } = await aCustomer()
      const shopper = await aShopper(service, { customer: { external_id: externalId }, plan: { id: planId } })

      const changed = await change(shopper.sessionId, { customer: { full_name: 'Mina Okafor' } })

      expect(changed.body.customer).toMatchObject({ id, external_id: externalId })
    })

    test('is refused if the members after a change name the customer in two ways, as for a new session', async () => {
      const { id, externalId } = await aCustomer()
      const shopper = await aShopper(service, { customer: { id }, plan: { id: planId } })
      const both = JSON.stringify({ customer: { id, external_id: externalId }, plan: { id: planId } })
      await service.database.db
        .updateTable('clientSessions')
        .set({ members: both })
        .where('id', '=', shopper.sessionId)
        .execute()

      const changed = await change(shopper.sessionId, { options: { locale: 'de' } })

      expect([changed.status, code(changed)]).toEqual([400, 'invalid_parameter'])
      expect(changed.body.error.message).toContain('by id or by external_id, not both')
    })

    test('a merchant’s charge that names two customers is refused', async () => {
      const [one, other] = [await aCustomer(), await aCustomer()]

      const charged = await service.send('POST', '/payments', {
        body: { customer: { id: one.id, external_id: other.externalId }, plan: { id: planId } },
      })

      expect(code(charged)).toBe('not_found')
    })
  })

  describe('the claim of an earlier try', () => {
    test('stays with the former customer, and another customer gets a claim of their own', async () => {
      const [former, other] = [await aCustomer(), await aCustomer()]
      const shopper = await aShopper(service, { customer: { id: former.id }, plan: { id: planId } })
      await shopper.pay({ number: declined })
      await change(shopper.sessionId, { customer: { id: other.id } })

      const { body } = await shopper.pay()

      expect(body).toMatchObject({ payment_status: 'SETTLING', customer: { id: other.id } })
      expect((await claimsOf(shopper.sessionId)).map(({ customerId }) => customerId)).toEqual([former.id, other.id])
    })

    test('is used again for the same customer on the same terms', async () => {
      const shopper = await aShopper(service, { customer: { id: (await aCustomer()).id }, plan: { id: planId } })
      await shopper.pay({ number: declined })
      await shopper.pay()

      expect(await claimsOf(shopper.sessionId)).toHaveLength(1)
    })

    test.each([
      ['dearer', at(5000), { amount: 5000, status: 'active', recurring: 5000 }],
      [
        'on trial',
        at(5000, { trial_interval: 'days', trial_interval_count: 7 }),
        { amount: 0, status: 'trial', recurring: 5000 },
      ],
    ])('is not used if the session was made %s since', async (_, terms, { amount, status, recurring }) => {
      const shopper = await aShopper(service, { customer: { id: (await aCustomer()).id }, plan: { id: planId } })
      await shopper.pay({ number: declined })
      const { id } = await createPlan(service, terms)
      await change(shopper.sessionId, { plan: { id } })

      const { body } = await shopper.pay({ number: '5555555555554444' })

      expect(body).toMatchObject({
        amount,
        payment_status: 'SETTLING',
        subscription: { status, plan: { id, price: { amount: recurring } } },
      })
      expect((await claimsOf(shopper.sessionId)).map((claim) => [claim.planId, claim.amount])).toEqual([
        [planId, 3000],
        [id, amount],
      ])
    })
  })

  describe('two organizations that both know a customer as "42"', () => {
    let own: { id: string }
    let theirs: { id: string }
    let other: RunningService
    beforeAll(async () => {
      const { key, organizationId } = await service.addOrganization('Other Books')
      other = {
        ...service,
        organizationId,
        send: (method, path, sent = {}) => service.send(method, path, { key, ...sent }),
      }
      own = (await service.send('POST', '/customers', { body: { external_id: '42' } })).body
      theirs = (await other.send('POST', '/customers', { body: { external_id: '42' } })).body
    })

    test('each see and charge their own customer', async () => {
      const seen: string[] = []
      const charged: string[] = []
      for (const by of [service, other]) {
        const plan = await createPlan(by, aMonthlyPlan())
        const tin = await createPlan(by, {
          name: 'Tin',
          type: 'one-off',
          price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
        })
        const members = { customer: { external_id: '42' }, plan: { id: plan.id } }
        seen.push((await by.send('POST', '/client-session', { body: members })).body.customer.id)
        const { body: paid } = await (await aShopper(by, members)).pay()
        const { body: again } = await by.send('POST', '/payments', {
          body: { customer: { external_id: '42' }, plan: { id: tin.id } },
        })
        charged.push(paid.customer.id, again.customer.id)
      }

      expect(seen).toEqual([own.id, theirs.id])
      expect(charged).toEqual([own.id, own.id, theirs.id, theirs.id])
    })
  })
})
