import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { reconcileFirstCommands } from '#server/cli/reconcile/reconcile-first-commands.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useLossyService } from '../../support/services/lossy-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'

describeEachDatabase('a database that lacks a renewal', (open) => {
  const lossy = useLossyService(open)
  const { service } = lossy

  /** A subscriber whose renewal the processor has charged and our database has lost. The clock stays at the renewal until `end`. */
  const aLostRenewal = async () => {
    const { db } = service.database
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const before = await subscriber.row()
    const { offsetMillis } = await db.selectFrom('clock').select('offsetMillis').executeTakeFirstOrThrow()
    const dueIn = Date.parse(before.currentPeriodEnd) + 60_000 - Date.now()
    await sql`update clock set offset_millis = ${dueIn}`.execute(db)
    await processDueSubscriptions(service.billing, defaultConcurrency)
    const [, renewal] = await subscriber.payments()
    await lossy.lose(
      sql`delete from attempts where payment_id = ${renewal.id}`,
      sql`delete from claims where id = (select claim_id from payments where id = ${renewal.id})`,
      sql`delete from payments where id = ${renewal.id}`,
      sql`update subscriptions set current_period_start = ${before.currentPeriodStart},
        current_period_end = ${before.currentPeriodEnd}, next_billing_date = ${before.nextBillingDate},
        period_payment_id = ${before.periodPaymentId}, lease_until = null where id = ${subscriber.id}`,
    )
    await lossy.set()
    lossy.calls.length = 0
    return {
      subscriber,
      before,
      renewal,
      end: () => sql`update clock set offset_millis = ${offsetMillis}`.execute(db),
    }
  }

  test('a renewal whose rows were lost is booked from the processor’s answer, and not charged again', async () => {
    const { subscriber, before, renewal, end } = await aLostRenewal()

    await lossy.reconcile()
    const [, booked] = await subscriber.payments()
    const after = await subscriber.row()
    await end()

    expect(lossy.calls).toEqual([])
    expect(booked).toMatchObject({
      payment_status: 'SETTLING',
      payment_details: { processor_transaction_id: renewal.payment_details.processor_transaction_id },
    })
    expect(after.currentPeriodStart).toBe(before.currentPeriodEnd)
    expect(await lossy.waiting()).toEqual([])
  })

  test.each([
    ['sum', { priceAmount: 1500 }],
    ['currency', { priceCurrency: 'USD' }],
  ] as const)(
    'a lost renewal that would be charged in another %s now is not booked but reported to the operator',
    async (_, price) => {
      const { subscriber, before, renewal, end } = await aLostRenewal()
      await service.database.db.updateTable('subscriptions').set(price).where('id', '=', subscriber.id).execute()

      await lossy.reconcile()
      const payments = await subscriber.payments()
      const after = await subscriber.row()
      await end()

      expect(payments).toHaveLength(1)
      expect(after.currentPeriodEnd).toBe(before.currentPeriodEnd)
      expect(await lossy.waiting()).toEqual(['sandbox'])
      const transactionId = renewal.payment_details.processor_transaction_id as string
      expect(await reconcileFirstCommands['reconcile-first show'](lossy.context)).toMatchObject({
        unmatched: [{ transaction_id: transactionId, amount: 999, currency: 'EUR' }],
      })
      await reconcileFirstCommands['reconcile-first clear'](lossy.context, { who: 'mina', why: 'booked by hand' })
    },
  )
})
