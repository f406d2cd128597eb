import { expect, test, vi } from 'vitest'
import { withCallTimeouts } from '#server/processors/calls/with-call-timeouts.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { write } from '#server/store/writes/write.ts'
import { requestTaxRate } from '#server/taxes/tax-calculator.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aScriptedCalculator, registrations } from '../../support/processors/scripted-taxes.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('calls over the network and transactions', (open) => {
  const taxes = aScriptedCalculator()
  const service = useService(open, { taxes, settings: { tax_registrations: registrations } })

  const berlin = { country: 'DE', state: null, postalCode: null } as const

  test.each([
    ['a processor', () => withCallTimeouts(sandboxProcessor({ database: service.database.db })).lookUp('bc_1')],
    ['a tax calculator', () => requestTaxRate(taxes, berlin, '2026-01-01T00:00:00.000Z')],
  ])('%s is never called inside a transaction', async (_, call) => {
    const inside = write(service.database.db, 'org_1', (): Promise<unknown> => call())

    await expect(inside).rejects.toThrow('must not be called inside a transaction')
    await expect(call()).resolves.not.toThrow()
  })

  test('a slow tax calculator delays no other request, and its rate for a former address is not charged', async () => {
    const plan = await createPlan(service, aMonthlyPlan())
    const email = `${crypto.randomUUID()}@example.com`
    const shopper = await aShopper(service, { customer: { email, country: 'DE' }, plan: { id: plan.id } })
    const seen = await shopper.look()
    const thinking = Promise.withResolvers<void>()
    taxes.hold = thinking.promise
    const before = taxes.asked

    const paying = shopper.payAsSeen(seen)
    await vi.waitFor(() => expect(taxes.asked).toBe(before + 1))
    const moved = await service.send('PATCH', `/client-session/${shopper.sessionId}`, {
      body: { customer: { country: 'FR' } },
    })
    thinking.resolve()
    const { status, body } = await paying

    expect(moved.status).toBe(200)
    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'amount_changed' })
    expect((await shopper.pay()).body).toMatchObject({ amount: 999, tax: { behavior: 'inclusive' } })
  })

  test('the merchant’s charge calls the calculator once and makes one payment', async () => {
    const plan = await createPlan(service, aMonthlyPlan())
    const other = await createPlan(service, aMonthlyPlan({ name: 'Library' }))
    const email = `${crypto.randomUUID()}@example.com`
    const shopper = await aShopper(service, { customer: { email, country: 'DE' }, plan: { id: plan.id } })
    const { body: first } = await shopper.pay()
    const before = taxes.asked

    const { body } = await service.send('POST', '/payments', {
      body: { customer: { id: first.customer.id }, plan: { id: other.id } },
    })

    expect(body).toMatchObject({ amount: 1189, tax: { behavior: 'exclusive', status: 'committed' } })
    expect(taxes.asked).toBe(before + 1)
    const { body: payments } = await service.send('GET', `/payments?payment_status_set=${first.customer.id}`)
    expect(payments.data).toHaveLength(2)
  })
})
