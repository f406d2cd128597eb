import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { refuseRowChanges } from '../../support/interleaving/refuse-row-changes.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock, type ScriptedProcessor } from '../../support/stories/subscriber.ts'

describeEachDatabase('an email whose cause is interrupted', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor, settings: { emails: 'send' } }
  })

  test('is sent once if a customer removes the card of a past-due subscription and the first request breaks off', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const subscription = async () => (await service.send('GET', `/subscriptions/${subscriber.id}`)).body
    const requests = async () =>
      (await service.send('GET', `/emails?subscription_id=${subscriber.id}`)).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'payment_method_missing',
      )
    const rowOf = () =>
      service.database.db
        .selectFrom('subscriptions')
        .select('deferredReason')
        .where('id', '=', subscriber.id)
        .executeTakeFirst()
    processor.script.push('decline')
    await moveClock(service, 'P1M')
    const { payment_method_id: card } = await subscription()
    expect((await service.send('DELETE', `/payment-methods/${card}`)).status).toBe(200)
    const cure = await refuseRowChanges(
      service.database,
      'emails',
      `new.kind = 'payment_method_missing'`,
      'P0001',
      'insert',
    )
    await moveClock(service, 'P3D')
    const interrupted = { requests: await requests(), subscription: await subscription() }
    const deferred = await rowOf()

    await cure()
    await moveClock(service, 'P1D')
    await moveClock(service, 'P3D')

    expect(interrupted).toMatchObject({
      requests: [],
      // The email that asks for a payment method is still owed: the subscription keeps its next billing date, so the worker tries again.
      subscription: { status: 'past_due', next_billing_date: expect.any(String) },
    })
    expect(deferred).toMatchObject({ deferredReason: 'This row is poisoned.' })
    expect(await requests()).toMatchObject([{ status: 'sent', facts: { amount: 999, currency: 'EUR' } }])
    expect(await subscription()).toMatchObject({ status: 'past_due', next_billing_date: null })
    const { rows } = await sql`select from stored_emails where id = ${(await requests())[0].id}`.execute(
      service.database.db,
    )
    expect(rows).toHaveLength(1)
  })
})
