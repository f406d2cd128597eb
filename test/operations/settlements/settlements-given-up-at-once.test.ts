import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { Settlement } from '#server/processors/processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { findDeferredWork } from '../../support/stories/deferred-work.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a settlement that two servers query at the same time', (open) => {
  let settlements: (ids: readonly string[]) => Promise<readonly Settlement[]>
  const service = useService(open, (database) => ({
    processor: Object.assign(aScriptedProcessor(database), {
      settlements: (ids: readonly string[]) => settlements(ids),
    }),
  }))
  let paymentId: string
  beforeEach(async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    paymentId = subscriber.paymentId
    const { db } = service.database
    await sql`delete from deferred_work`.execute(db)
    await sql`update payments set due_at = null where payment_status = 'SETTLING'`.execute(db)
    await sql`update payments set due_at = billing_now() where id = ${paymentId}`.execute(db)
    // After one more failed try, the settlement is given up.
    await sql`insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason)
      values (${service.organizationId}, 'settlement', ${paymentId}, billing_now(), 38, 'No such transaction.')`.execute(
      db,
    )
  })

  const find = async () => (await service.send('GET', `/payments/${paymentId}`)).body
  const countTold = async () => {
    const { body } = await service.send('GET', '/events?type=payment.outcome_unknown&limit=1000')
    return body.data.filter(({ data }: { data: { object: { id: string } } }) => data.object.id === paymentId).length
  }

  test('is given up and reported once if neither gets an answer', async () => {
    const both = Promise.withResolvers<void>()
    let asking = 0
    settlements = async () => {
      asking += 1
      if (asking === 2) both.resolve()
      await both.promise
      throw new Error('No such transaction.')
    }

    await Promise.all([runWork(service.billing, settlementWork), runWork(service.billing, settlementWork)])

    expect(await findDeferredWork(service.database, 'settlement')).toMatchObject({ id: paymentId, tries: 39 })
    expect(await countTold()).toBe(1)
  })

  test('is not given up by one server if the other has read that it is settled', async () => {
    const [asked, settled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    settlements = async () => {
      asked.resolve()
      settlements = async (ids) => ids.map((transactionId) => ({ transactionId, state: 'settled' }))
      await settled.promise
      throw new Error('No such transaction.')
    }
    const first = runWork(service.billing, settlementWork)
    await asked.promise
    await runWork(service.billing, settlementWork)
    settled.resolve()
    await first

    expect((await find()).payment_status).toBe('SETTLED')
    expect(await findDeferredWork(service.database, 'settlement')).toBeUndefined()
    expect(await countTold()).toBe(0)
  })

  test('is booked although the other server gave it up meanwhile, without an operator’s decision', async () => {
    const { db } = service.database
    await sql`delete from deferred_work`.execute(db)
    await sql`update payments set created_at = created_at - interval '31 days' where id = ${paymentId}`.execute(db)
    const [asked, givenUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    settlements = async (ids) => {
      asked.resolve()
      settlements = async (others) => others.map((transactionId) => ({ transactionId, state: 'pending' }))
      await givenUp.promise
      return ids.map((transactionId) => ({ transactionId, state: 'settled' }))
    }
    const first = runWork(service.billing, settlementWork)
    await asked.promise
    await runWork(service.billing, settlementWork)
    expect(await countTold()).toBe(1)
    givenUp.resolve()
    await first

    expect((await find()).payment_status).toBe('SETTLED')
    expect(await findDeferredWork(service.database, 'settlement')).toBeUndefined()
  })
})
