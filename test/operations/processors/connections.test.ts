import { expect, test } from 'vitest'
import { attachMethod } from '#server/billing/outcomes/attach-method.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { write } from '#server/store/writes/write.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const capturedLater = '4000000000007775'
const lost: ProcessorOutcome = { kind: 'unknown', message: 'Lost.' }

/** A processor that records calls under the id of its connection. */
const noting = (processor: Processor, id: string, calls: string[]): Processor => {
  const noted =
    <Argument, Answer>(name: string, call: (argument: Argument) => Answer) =>
    (argument: Argument): Answer => {
      calls.push(`${id} ${name}`)
      return call(argument)
    }
  return {
    ...processor,
    id,
    authorize: noted('authorize', processor.authorize),
    capture: noted('capture', processor.capture),
    void: noted('void', processor.void),
    refund: noted('refund', processor.refund),
    lookUp: noted('lookUp', processor.lookUp),
    close: noted('close', processor.close),
    settlements: noted('settlements', processor.settlements),
  }
}

describeUsualDatabase('two connections', (open) => {
  const start = async () => {
    const database = await open()
    const calls: string[] = []
    const sandbox = sandboxProcessor({ database: database.db })
    const isLost = { at: '' }
    const other: Processor = {
      ...sandbox,
      authorize: async (request) => {
        const outcome = await sandbox.authorize(request)
        return isLost.at === 'other' ? lost : outcome
      },
    }
    const service = await startService(database, {
      processor: noting(sandbox, 'sandbox', calls),
      otherProcessors: [noting(other, 'other', calls)],
    })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const { db } = database
    /** A subscriber whose method is stored over another connection. */
    const aSubscriberElsewhere = async (connection: string, number = '4242424242424242') => {
      const subscriber = await aSubscriber(service, aMonthlyPlan(), { number })
      await completeAttempts(service.billing)
      await db.updateTable('paymentMethods').set({ connection }).execute()
      calls.length = 0
      return subscriber
    }
    return { service, db, calls, isLost, aSubscriberElsewhere }
  }

  test('a stored method is charged, captured, settled and refunded over the connection that stored it', async () => {
    const { service, db, calls, aSubscriberElsewhere } = await start()
    const subscriber = await aSubscriberElsewhere('other', capturedLater)

    await moveClock(service, '2027-04-03T10:00:00Z')
    const [first, second] = await subscriber.payments()
    await service.send('POST', `/payments/refund/${second.id}`, { body: {} })

    expect(calls).toEqual([
      'sandbox settlements',
      'other authorize',
      'other lookUp',
      'other capture',
      'other settlements',
      'other refund',
    ])
    await service.send('POST', `/payments/refund/${first.id}`, { body: {} })
    expect(calls.at(-1)).toBe('sandbox refund')
    expect(
      await db.selectFrom('attempts').select(['kind', 'connection']).orderBy('connection').orderBy('kind').execute(),
    ).toEqual(
      ['other', 'sandbox'].flatMap((connection) =>
        ['authorize', 'capture', 'refund'].map((kind) => ({ kind, connection })),
      ),
    )
    await service.close()
  })

  test('an attempt whose answer was lost is looked up over the connection that made it', async () => {
    const { service, calls, isLost, aSubscriberElsewhere } = await start()
    const subscriber = await aSubscriberElsewhere('other')
    isLost.at = 'other'

    await moveClock(service, '2027-04-01T12:00:00Z')

    expect(calls.slice(-2)).toEqual(['other authorize', 'other lookUp'])
    expect(await subscriber.subscription()).toMatchObject({ status: 'active' })
    await service.close()
  })

  test('a card that is stored again over another connection belongs to that connection from then on', async () => {
    const { service, db, aSubscriberElsewhere } = await start()
    const { customerId } = await aSubscriberElsewhere('other')
    const { organizationId } = service
    const method = await db.selectFrom('paymentMethods').selectAll().executeTakeFirstOrThrow()

    const again = {
      customerId,
      method: { id: 'pm_again', type: 'CARD', details: method.details, billing_address: null } as never,
      connection: 'third',
      token: 'tok_third',
      fingerprint: method.fingerprint,
      networkPaymentId: null,
      authenticationId: null,
    }
    await write(db, organizationId, async (work) => attachMethod(work, again, method))

    expect(await db.selectFrom('paymentMethods').selectAll().execute()).toMatchObject([
      { id: method.id, connection: 'third', processorToken: 'tok_third' },
    ])
    await service.close()
  })

  test('work of a connection that this server lacks waits, is logged, and is sent over no other connection', async () => {
    const { service, db, calls, aSubscriberElsewhere } = await start()
    const subscriber = await aSubscriberElsewhere('gone')
    await moveClock(service, 'P2D')
    calls.length = 0
    await db.updateTable('attempts').set({ connection: 'gone' }).execute()

    const charge = await service.send('POST', '/payments', {
      body: { customer: { id: subscriber.customerId }, plan: { id: await anotherPlan() } },
    })
    await moveClock(service, '2027-04-01T10:01:00Z')

    expect(charge.body.error).toMatchObject({
      code: 'unavailable',
      message: 'This server has no connection "gone" to a processor.',
    })
    expect(await subscriber.row()).toMatchObject({
      status: 'active',
      renewalPaymentId: null,
      deferredReason: 'This server has no connection "gone" to a processor.',
    })
    const opened = { state: 'open', leaseUntil: '2026-01-01T00:00:00.000Z', actionId: null } as const
    await db.updateTable('attempts').set(opened).execute()
    expect(await completeAttempts(service.billing)).toEqual([])
    expect(calls).toEqual([])
    expect(service.logged.filter((line) => line.includes('The attempt waits for a server that has it.'))).toHaveLength(
      1,
    )
    expect(await db.selectFrom('attempts').select(['state', 'connection']).execute()).toEqual([
      { state: 'open', connection: 'gone' },
    ])
    await service.close()

    async function anotherPlan(): Promise<string> {
      const { body } = await service.send('POST', '/plans', { body: aMonthlyPlan({ name: 'Writer' }) })
      return body.id
    }
  })
})
