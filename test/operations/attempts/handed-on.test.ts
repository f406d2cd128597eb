import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { behaviorOf } from '#server/processors/sandbox/charges/stored-cards.ts'
import { setReconcileFirst } from '#server/store/reconcile-first/reconcile-first.ts'
import type { AttemptRow } from '#server/store/rows.ts'
import { afterEachWrite } from '#server/store/writes/after-writes.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { stripesFields } from '../../support/pages/frame-documents.ts'
import type { Answer, RunningService } from '../../support/services/running-service.ts'
import { aBuyer, aMonthlyPlan, aShopper, createPlan, sealCard } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { watchedConnection } from '../../support/processors/watched-connection.ts'

const lockedOut: ProcessorOutcome = { kind: 'failed', message: 'The key was revoked.', lockedOut: true }
const notSent: ProcessorOutcome = { kind: 'unknown', message: 'Connection refused.', notSent: true }
const timedOut: ProcessorOutcome = { kind: 'unknown', message: 'It did not answer in time.' }

describeUsualDatabase('a sealed card whose first connection certainly did not charge it', (open) => {
  /** What a connection does instead of charging, by the connection's id. */
  let instead: Record<string, (() => Promise<ProcessorOutcome>) | undefined>
  const charged: string[] = []
  const refunded: string[] = []
  const service = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    const named = (id: string): Processor => ({
      ...watchedConnection(sandbox, id, ({ method }) => {
        charged.push(`${id} ${method.kind}`)
        return instead[id]?.()
      }),
      refund(request) {
        refunded.push(id)
        return sandbox.refund(request)
      },
    })
    return {
      processor: named('one'),
      otherProcessors: [named('two'), named('three'), { ...named('hosted'), cardEntry: stripesFields }],
    }
  })
  let merchant: RunningService
  let planId: string
  beforeAll(async () => {
    const routing = [{ connection: 'one' }, { connection: 'hosted' }, { connection: 'two', currencies: ['EUR'] }]
    const added = await service.addOrganization('Two Connections', { routing: [...routing, { connection: 'three' }] })
    merchant = { ...service, send: (method, path, sent) => service.send(method, path, { key: added.key, ...sent }) }
    planId = (await createPlan(merchant, aMonthlyPlan())).id
  })
  beforeEach(async () => {
    instead = {}
    await completeAttempts(service.billing, { aheadSeconds: 1e6, limit: 1000, awaitingRetry: true })
    charged.length = 0
    refunded.length = 0
  })
  const answers = (outcome: ProcessorOutcome) => async () => outcome
  const attemptsOf = async ({ body }: Answer) =>
    (
      await sql<Pick<AttemptRow, 'id' | 'connection' | 'state' | 'handedOnTo' | 'processorKey'> & { hasKey: boolean }>`
        select id, connection, state, handed_on_to, processor_key, key_hash is not null as has_key from attempts
        where payment_id = ${body.id} and kind in ('authorize', 'verify') order by handed_on_to nulls last`.execute(
        service.database.db,
      )
    ).rows
  const eventsOf = async ({ body }: Answer) =>
    (await merchant.send('GET', '/events?limit=1000')).body.data
      .filter(({ data }: { data: { object: { id: string } } }) => data.object.id === body.id)
      .map(({ type, data }: { type: string; data: { object: { payment_status: string } } }) => [
        type,
        data.object.payment_status,
      ])
  const buy = async (card = {}, members = {}) => (await aBuyer(merchant, planId, members)).pay(card)

  describe('is charged over the next connection that takes sealed cards', () => {
    test.each([
      ['whose processor refuses the credentials', lockedOut],
      ['to which no connection could be made', notSent],
    ])('after one %s', async (_, outcome) => {
      instead.one = answers(outcome)

      const paid = await buy()

      expect(paid.body).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
      expect(charged).toEqual(['one typed_card', 'two typed_card'])
      const [first, second] = await attemptsOf(paid)
      expect([first, second]).toMatchObject([
        { connection: 'one', state: 'done', handedOnTo: second?.id },
        { connection: 'two', state: 'done', handedOnTo: null },
      ])
      expect(first?.processorKey).not.toBe(second?.processorKey)
      expect(await eventsOf(paid)).toEqual([
        ['payment.created', 'PENDING'],
        ['payment.updated', 'SETTLING'],
      ])
    })

    test('and its method, renewals and refunds then belong to that connection', async () => {
      instead.one = answers(lockedOut)
      const paid = await buy()
      instead = {}
      charged.length = 0

      await moveClock(merchant, 'P32D')
      const { data } = (await merchant.send('GET', `/payments?payment_status_set=${paid.body.subscription.id}`)).body
      const [renewal] = data.filter(({ id }: { id: string }) => id !== paid.body.id)
      await merchant.send('POST', `/payments/refund/${paid.body.id}`, { body: {} })

      expect(new Set(charged)).toEqual(new Set(['two stored']))
      expect(renewal).toMatchObject({ payment_status: expect.stringMatching(/^SETTL/) })
      expect(refunded).toEqual(['two'])
    })

    test('and skips a connection that cannot take the currency', async () => {
      instead.one = answers(lockedOut)
      const dollars = { price: { default: { amount: 1500, currency: 'USD' }, countries: [] } }
      const plan = await createPlan(merchant, aMonthlyPlan(dollars))

      const paid = await (await aBuyer(merchant, plan.id)).pay()

      expect(paid.body.payment_status).toBe('SETTLING')
      expect(charged).toEqual(['one typed_card', 'three typed_card'])
    })

    test('if no request may go to the first until it has been reconciled, and no record is written for the first', async () => {
      await setReconcileFirst(service.database.db, 'one', { who: 'mina', why: 'a drill' })

      const paid = await buy()
      await sql`update reconcile_first set since = null`.execute(service.database.db)

      expect(paid.body.payment_status).toBe('SETTLING')
      expect((await attemptsOf(paid)).map(({ connection }) => connection)).toEqual(['two'])
    })

    test('if the first was paused after the charge was committed and before it was sent', async () => {
      const shopper = await aBuyer(merchant, planId)
      const held = service.billing.processors.stoppedConnections as Map<string, string>
      const stop = afterEachWrite(service.billing.database, () => held.set('one', 'It is paused.'))

      const paid = await shopper.pay().finally(stop)
      held.clear()

      expect([paid.body.payment_status, charged]).toEqual(['SETTLING', ['two typed_card']])
      expect((await attemptsOf(paid)).map(({ connection }) => connection)).toEqual(['one', 'two'])
    })

    test('if the first no longer answers and only receives probes', async () => {
      const breaker = service.billing.breakers.get('one')!
      for (let silence = 1; silence <= 5; silence += 1) breaker.noteSilence()

      const paid = await buy()
      breaker.noteAnswer()
      const later = await buy()

      expect([paid.body.payment_status, later.body.payment_status]).toEqual(['SETTLING', 'SETTLING'])
      expect(charged).toEqual(['two typed_card', 'one typed_card'])
    })
  })

  describe('is not charged anywhere else', () => {
    test.each<readonly [string, ProcessorOutcome]>([
      ['where it is not known what became of it', timedOut],
      ['where its processor answered that it failed', { kind: 'failed', message: 'Something broke.' }],
      ['where its processor refuses the request itself', { kind: 'failed', message: 'Too much.', refused: true }],
    ])('%s', async (_, outcome) => {
      instead.one = answers(outcome)

      const paid = await buy()

      expect(charged).toEqual(['one typed_card'])
      expect((await attemptsOf(paid)).map(({ connection }) => connection)).toEqual(['one'])
    })

    test('if it was declined', async () => {
      const paid = await buy({ number: '4000000000000002' })

      expect([paid.body.payment_status, charged]).toEqual(['DECLINED', ['one typed_card']])
    })

    test('if another worker has taken over the attempt meanwhile', async () => {
      instead.one = async () => {
        await sql`update attempts set fence = fence + 1 where state = 'open'`.execute(service.database.db)
        return lockedOut
      }

      const paid = await buy()

      expect([paid.body.payment_status, charged]).toEqual(['PENDING', ['one typed_card']])
    })

    test('than over the second connection, whatever the outcome, and the answer reports the error of the second', async () => {
      instead.one = answers(lockedOut)
      instead.two = answers({ ...lockedOut, message: 'This key was revoked, too.' })

      const paid = await buy()

      expect(paid).toMatchObject({
        status: 200,
        body: {
          payment_status: 'FAILED',
          status_reason: { status_reason: { message: 'This key was revoked, too.' } },
        },
      })
      expect(charged).toEqual(['one typed_card', 'two typed_card'])
    })

    test('if the other connections take no requests; the answer then reports the error of the first', async () => {
      for (const other of ['two', 'three'])
        await setReconcileFirst(service.database.db, other, { who: 'mina', why: 'a drill' })
      instead.one = answers(lockedOut)

      const paid = await buy()
      await sql`update reconcile_first set since = null`.execute(service.database.db)

      expect(paid.body.status_reason.status_reason.message).toBe(lockedOut.message)
      expect((await attemptsOf(paid)).map(({ connection, handedOnTo }) => [connection, handedOnTo])).toEqual([
        ['one', null],
      ])
    })

    test('if it charges a stored method: in a merchant’s charge, at a checkout or in a renewal', async () => {
      const known = { external_id: 'reader-of-many' }
      const { customer, payment_method: method } = (await buy({}, { customer: known })).body
      // Cancel the subscribers of earlier tests, whose renewals would call the same connections.
      await sql`update subscriptions set status = 'cancelled', next_billing_date = null
        where customer_id <> ${customer.id}`.execute(service.database.db)
      charged.length = 0
      instead.one = answers(lockedOut)
      const other = await createPlan(merchant, aMonthlyPlan({ name: 'Writer' }))
      const session = await aShopper(merchant, { customer: known, plan: { id: other.id } })

      await merchant.send('POST', '/payments', { body: { customer: { id: customer.id }, plan: { id: other.id } } })
      await session.pay({}, { payment_method: { id: method.id } })
      await moveClock(merchant, 'P32D')

      expect(new Set(charged)).toEqual(new Set(['one stored']))
    })

    test('if it is a token of its processor’s own fields', async () => {
      const { key } = await service.addOrganization('Fields First', {
        routing: [{ connection: 'hosted' }, { connection: 'two' }],
      })
      const elsewhere: RunningService = {
        ...service,
        send: (method, path, sent) => service.send(method, path, { key, ...sent }),
      }
      const plan = await createPlan(elsewhere, aMonthlyPlan())
      instead['hosted'] = answers(lockedOut)
      const details = {
        processor_token: `new_${behaviorOf({ number: '4242424242424242' })}_1`,
        connection: 'hosted',
      }

      const paid = await (await aBuyer(elsewhere, plan.id)).pay({}, { payment_method: { type: 'CARD', details } })

      expect([paid.status, paid.body.payment_status]).toEqual([200, 'FAILED'])
      expect(charged).toEqual(['hosted processor_token'])
    })

    test('if it is an account at another provider', async () => {
      instead.one = answers(lockedOut)

      await (await aBuyer(merchant, planId)).pay({}, { payment_method: { type: 'PAYPAL' } })

      expect(charged).toEqual(['one account'])
    })
  })

  test('is paid once: every repeated request with its key gets the one payment', async () => {
    const shopper = await aBuyer(merchant, planId)
    const seen = await shopper.look()
    const late = Promise.withResolvers<void>()
    instead.one = answers(lockedOut)
    instead.two = async () => {
      await late.promise
      return timedOut
    }
    const method = { type: 'CARD', details: { encrypted: await sealCard(merchant, shopper.sessionId) } }
    const key = { 'Idempotency-Key': 'the-same-purchase' }
    const payOnce = () => shopper.payAsSeen(seen, {}, { payment_method: method }, key)
    const paying = payOnce()
    await expect.poll(() => charged.length, { timeout: 20_000 }).toBe(2)

    const meeting = await shopper.payAsSeen(seen)
    const open = await sql<{ connection: string }>`select connection from attempts
      where state = 'open' and carries_card_data`.execute(service.database.db)
    late.resolve()
    const paid = await paying
    const again = await payOnce()

    expect([meeting.status, meeting.body.error.code]).toEqual([409, 'payment_in_progress'])
    expect(open.rows).toEqual([{ connection: 'two' }])
    expect(charged).toEqual(['one typed_card', 'two typed_card'])
    expect([paid.status, again.status, again.body]).toEqual([200, 200, paid.body])
    expect((await attemptsOf(paid)).map(({ hasKey }) => hasKey)).toEqual([true, false])
  })
})
