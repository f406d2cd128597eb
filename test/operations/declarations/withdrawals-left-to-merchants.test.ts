import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { thirtyDayReaderPlanAt, leftToMerchant, useReaders } from '../../support/stories/readers.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

const atPeriodEnd = ({ id }: { id: string }): object => ({ id, proration_billing_mode: 'at_period_end' })

describeUsualDatabase(
  'withdrawals after a plan change that are left to the merchant or too late (createDeclaration)',
  (open) => {
    const { service, aChange, patch, change, aReader, subscription, stateOf, upgrade, withdraw, moneyOf } =
      useReaders(open)

    test('a withdrawal that names no change is left to the merchant while the first contract can be withdrawn from', async () => {
      const reader = await aReader()
      await moveClock(service, 'P10D')
      await upgrade(reader)
      await moveClock(service, 'P2D')
      const before = await stateOf(reader)

      expect(await withdraw(reader, reader.id)).toMatchObject(leftToMerchant)
      expect(await withdraw(reader)).toMatchObject(leftToMerchant)
      expect(await stateOf(reader)).toEqual(before)
    })

    test('a withdrawal after a renewal of the changed plan is left to the merchant', async () => {
      const reader = await aReader()
      await moveClock(service, 'P16D')
      const plan = await createPlan(service, monthlyPlanAt(700, { interval: 'days', interval_count: 7 }))
      const { patch: agree } = await aChange(reader, plan)
      expect((await agree()).status).toBe(200)
      await moveClock(service, 'P8D')
      const before = await stateOf(reader)

      expect(await withdraw(reader)).toMatchObject(leftToMerchant)
      expect(await stateOf(reader)).toEqual(before)
    })

    test('after a later change by the merchant, a withdrawal from the earlier change is left to the merchant', async () => {
      const reader = await aReader()
      await moveClock(service, 'P2D')
      const changed = await upgrade(reader)
      await patch(reader.id, { planId: reader.planId })
      const before = await stateOf(reader)

      expect(await withdraw(reader, changed.id)).toMatchObject(leftToMerchant)
      expect(await withdraw(reader)).toMatchObject(leftToMerchant)
      expect(await stateOf(reader)).toEqual(before)
    })

    test('a withdrawal from a paid upgrade is left to the merchant if they have changed the quantity since', async () => {
      const reader = await aReader(thirtyDayReaderPlanAt(3000, { quantity: { min: 1, max: 10 } }))
      await moveClock(service, 'P20D')
      const changed = await upgrade(reader, 6000, undefined, { quantity: { min: 1, max: 10 } })
      const body = { subscription: { id: reader.id }, plan: { id: (await subscription(reader)).plan.id, quantity: 2 } }
      expect((await service.send('PATCH', '/subscriptions', { body })).body.quantity).toBe(2)
      const before = await stateOf(reader)

      expect(await withdraw(reader, changed.id)).toMatchObject(leftToMerchant)
      expect(await stateOf(reader)).toEqual(before)
    })

    test('a change by the merchant alone starts no new withdrawal period', async () => {
      const reader = await aReader()
      await moveClock(service, 'P19D')
      const plan = await createPlan(service, thirtyDayReaderPlanAt(4000))
      expect((await patch(reader.id, { planId: plan.id })).status).toBe(200)
      const next = Date.parse((await subscription(reader)).next_billing_date) + 86_400_000
      const moved = { subscription: { id: reader.id, next_billing_date: new Date(next).toISOString() } }
      expect((await service.send('PATCH', '/subscriptions', { body: moved })).status).toBe(200)
      await moveClock(service, 'P1D')
      const before = await stateOf(reader)

      expect(await withdraw(reader)).toMatchObject({ outcome: 'too_late', refunds: [] })
      expect(await stateOf(reader)).toEqual(before)
    })

    test('a scheduled change that was taken back starts no new withdrawal period', async () => {
      for (const agrees of [true, false]) {
        const reader = await aReader()
        await moveClock(service, 'P19D')
        const plan = await createPlan(service, thirtyDayReaderPlanAt(1000))
        if (agrees) await (await aChange(reader, plan, 'at_period_end')).patch()
        else {
          const body = { subscription: atPeriodEnd(reader), plan: { id: plan.id } }
          await service.send('PATCH', '/subscriptions', { body })
        }
        expect((await subscription(reader)).scheduled_change).not.toBeNull()
        const takenBack = { subscription: { id: reader.id, scheduled_change: null } }
        expect((await service.send('PATCH', '/subscriptions', { body: takenBack })).status).toBe(200)
        await moveClock(service, 'P1D')
        const before = await stateOf(reader)

        expect(await withdraw(reader)).toMatchObject({ outcome: 'too_late', refunds: [] })
        expect(await stateOf(reader)).toEqual(before)
      }
    })

    test('a withdrawal after a downgrade never refunds the credit', async () => {
      await change({ withdrawals: 'review' })
      const reader = await aReader(thirtyDayReaderPlanAt(9000))
      const plan = await createPlan(service, thirtyDayReaderPlanAt(3000))
      expect((await (await aChange(reader, plan)).patch()).body.balance.amount).toBeGreaterThan(0)
      await moveClock(service, 'P2D')
      const before = await stateOf(reader)

      expect(await withdraw(reader)).toMatchObject(leftToMerchant)
      expect(await withdraw(reader, reader.id)).toMatchObject(leftToMerchant)
      expect(await stateOf(reader)).toEqual(before)
      await moveClock(service, 'P14D')
      expect(await moneyOf(reader)).toEqual([[9000, 0]])
    })

    test('a withdrawal after a refund since the change, of either payment, is left to the merchant', async () => {
      for (const isOfChange of [true, false]) {
        const reader = await aReader()
        await moveClock(service, 'P20D')
        const changed = await upgrade(reader)
        const refunded = isOfChange ? changed.id : reader.paymentId
        await service.send('POST', `/payments/refund/${refunded}`, { body: { amount: 500 } })
        await moveClock(service, 'PT1M')
        const before = await stateOf(reader)

        expect(await withdraw(reader)).toMatchObject(leftToMerchant)
        expect(await stateOf(reader)).toEqual(before)
      }
    })

    test('a change whose withdrawal period is over is not undone', async () => {
      const reader = await aReader()
      await moveClock(service, 'P10D')
      await upgrade(reader)
      await moveClock(service, 'P19D')
      const before = await stateOf(reader)

      expect(await withdraw(reader)).toMatchObject({ outcome: 'too_late', refunds: [] })
      expect(await stateOf(reader)).toEqual(before)
    })
  },
)
