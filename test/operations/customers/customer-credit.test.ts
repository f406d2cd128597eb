import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { creditAt, balancesOf, oneOffPlanAt } from '../../support/stories/credit/customer-credit.ts'
import { resultCodeOf } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('credit of a customer (grantCredit)', (open) => {
  const service = useService(open)
  const { aCustomer, payWithoutMethod, lose, attemptsOf, faults } = creditAt(() => service)
  let customer: Awaited<ReturnType<typeof aCustomer>>
  beforeEach(async () => {
    customer = await aCustomer()
  })
  const visitOnce = async (amount: number) =>
    customer.visit({ plan: { id: (await createPlan(service, oneOffPlanAt(amount))).id } })

  describe('when it is granted', () => {
    test('is shown by currency, with an event that says what it was before, and the reason in the audit log', async () => {
      await customer.grant(500)
      const { body } = await customer.grant(250)
      await customer.grant(9, 'JPY')

      expect(body.balances).toEqual(balancesOf(750))
      expect(await customer.balances()).toEqual([...balancesOf(750), { amount: 9, currency: 'JPY' }])
      const listed = await service.send('GET', `/customers?search=${customer.id}`)
      expect(listed.body.data[0].balances).toEqual(await customer.balances())
      const { rows } = await sql<{ type: string; before: object; object: { balances: object } }>`
        select type, before, object from events where object->>'id' = ${customer.id} order by sequence`.execute(
        service.database.db,
      )
      expect(rows.map(({ type, before, object }) => [type, before, object.balances])).toEqual([
        ['customer.created', null, []],
        ['customer.updated', { balances: [] }, balancesOf(500)],
        ['customer.updated', { balances: balancesOf(500) }, balancesOf(750)],
        ['customer.updated', { balances: balancesOf(750) }, [...balancesOf(750), { amount: 9, currency: 'JPY' }]],
      ])
      const entries =
        await sql`select 1 from audit_entries where object_id = ${customer.id} and why = 'A late delivery'`
      expect((await entries.execute(service.database.db)).rows).toHaveLength(3)
    })

    test('is granted once for one Idempotency-Key', async () => {
      const send = () =>
        service.send('POST', `/customers/${customer.id}/credit`, {
          body: { amount: 500, currency: 'EUR', reason: 'A late delivery' },
          headers: { 'Idempotency-Key': `credit of ${customer.id}` },
        })

      expect([(await send()).body, (await send()).body.balances]).toMatchObject([{ id: customer.id }, balancesOf(500)])
      expect(await customer.balances()).toEqual(balancesOf(500))
    })

    test.each([
      [{ amount: 0, currency: 'EUR', reason: 'None' }],
      [{ amount: -5, currency: 'EUR', reason: 'Negative' }],
      [{ amount: 1.5, currency: 'EUR', reason: 'A fraction' }],
      [{ amount: 5, currency: 'XXX', reason: 'No currency' }],
      [{ amount: 5, currency: 'EUR', reason: '' }],
      [{ amount: 5, currency: 'EUR' }],
    ])('is refused as %o', async (body) => {
      const { status } = await service.send('POST', `/customers/${customer.id}/credit`, { body })

      expect([status, await customer.balances()]).toEqual([400, []])
    })

    test('is not granted by a key that may not write payments, nor to an erased customer', async () => {
      const key = await service.addKey(service.organizationId, { customers: 'write', payments: 'read' })
      const body = { amount: 5, currency: 'EUR', reason: 'Because' }

      expect((await service.send('POST', `/customers/${customer.id}/credit`, { key, body })).status).toBe(403)
      await customer.grant(500)
      const eraser = await service.addKey(service.organizationId, { erasure: 'write' })
      expect((await service.send('DELETE', `/customers/${customer.id}`, { key: eraser })).status).toBe(200)
      expect(resultCodeOf(await customer.grant(500))).toBe('not_found')
    })
  })

  describe('in a one-off purchase', () => {
    test('lowers what is due before tax, as a line of the quote', async () => {
      await customer.grant(300)
      const shopper = await visitOnce(1000)

      const { body: seen } = await shopper.look()
      const paid = await shopper.pay()

      expect(seen.quote.lines).toEqual([
        { kind: 'plan', label: 'Reader', amount: 1000 },
        { kind: 'customer_credit', label: 'Reader', amount: -300 },
      ])
      expect(seen.quote_display.lines[1]).toMatchObject({ kind: 'customer_credit', label: 'Your credit' })
      expect(paid.body).toMatchObject({ amount: 700, payment_status: 'SETTLING' })
      expect([await customer.balances(), await faults()]).toEqual([[], []])
    })

    test('pays the whole price without a method and without a charge', async () => {
      await customer.grant(1200)
      const shopper = await visitOnce(1000)

      const { body } = await payWithoutMethod(shopper)

      expect(body).toMatchObject({ amount: 0, payment_status: 'SETTLING', payment_method: null })
      expect(await attemptsOf(body.id)).toEqual([])
      expect([await customer.balances(), await faults()]).toEqual([balancesOf(200), []])
    })

    test('is spent in part if the remainder would be too small to charge', async () => {
      await customer.grant(990)
      const shopper = await visitOnce(1000)

      const { body } = await shopper.pay()

      expect(body.payment_status).toBe('SETTLING')
      expect(body.amount).toBeGreaterThanOrEqual(40)
      expect(await customer.balances()).toEqual(balancesOf(990 - (1000 - body.amount)))
    })

    test('is spent by the merchant’s own charge, which needs no method if nothing is due', async () => {
      await customer.grant(1000)
      const plan = await createPlan(service, oneOffPlanAt(1000))

      const { body } = await service.send('POST', '/payments', {
        body: { customer: { id: customer.id }, plan: { id: plan.id } },
      })

      expect(body).toMatchObject({ amount: 0, payment_status: 'SETTLING', payment_type: 'MIT' })
      expect(await customer.balances()).toEqual([])
    })

    test('is neither shown to nor spent by a buyer who is known by e-mail alone, or in another currency', async () => {
      const { email } = await customer.read()
      await customer.grant(300)
      await customer.grant(300, 'USD')
      const plan = await createPlan(service, oneOffPlanAt(1000))

      const stranger = await aShopper(service, { customer: { email }, plan: { id: plan.id } })

      expect((await stranger.look()).body.quote.due_now.amount).toBe(1000)
      // The declined try creates a customer with credit. The merchant still has not named that customer, so the session does not spend the
      // credit.
      const { body: tried } = await stranger.pay({ number: '4000000000000002' })
      const credit = { amount: 300, currency: 'EUR', reason: 'A welcome' }
      await service.send('POST', `/customers/${tried.customer.id}/credit`, { body: credit })
      expect((await stranger.look()).body.quote.due_now.amount).toBe(1000)
      expect((await (await customer.visit({ plan: { id: plan.id } })).look()).body.quote.due_now).toEqual({
        amount: 700,
        currency: 'EUR',
      })
    })

    test('changes the quote’s hash when it changes, so a payment with the old hash charges nothing', async () => {
      const shopper = await visitOnce(1000)
      const seen = await shopper.look()
      await customer.grant(300)

      expect(resultCodeOf(await shopper.payAsSeen(seen))).toBe('amount_changed')
      expect((await shopper.pay()).body.amount).toBe(700)
    })

    test.each([
      ['declined', '4000000000000002', 'DECLINED'],
      ['lost before it was charged', '4000000000006983', 'FAILED'],
    ])('goes back if the payment is %s, and the next try spends it', async (_, number, status) => {
      await customer.grant(300)
      const shopper = await visitOnce(1000)

      const { body } = await shopper.pay({ number })
      if (body.payment_status === 'PENDING') await moveClock(service, 'PT1H')
      const after = (await service.send('GET', `/payments/${body.id}`)).body

      expect([after.payment_status, await customer.balances(), await faults()]).toEqual([status, balancesOf(300), []])
      expect((await shopper.pay()).body).toMatchObject({ amount: 700, payment_status: 'SETTLING' })
      expect([await customer.balances(), await faults()]).toEqual([[], []])
    })

    test('is reserved by a payment that waits for its shopper', async () => {
      await customer.grant(300)
      const shopper = await visitOnce(1000)
      const other = await visitOnce(2000)

      const { body } = await shopper.pay({ number: '4000000000003220' })

      expect(body.payment_status).toBe('PENDING')
      expect(await customer.balances()).toEqual([])
      expect((await other.pay()).body.amount).toBe(2000)
      expect(await faults()).toEqual([])
    })

    test('goes back if the settlement fails', async () => {
      await customer.grant(300)
      const { body } = await (await visitOnce(1000)).pay()
      await lose(body.id)

      expect([await customer.balances(), await faults()]).toEqual([balancesOf(300), []])
    })

    test('stays spent if the payment is refunded: a refund gives back at most the charged amount', async () => {
      await customer.grant(300)
      const { body } = await (await visitOnce(1000)).pay()

      const refunded = await service.send('POST', `/payments/refund/${body.id}`, { body: {} })

      expect(refunded.body.refunded_amount).toBe(700)
      expect([await customer.balances(), await faults()]).toEqual([[], []])
    })
  })
})
