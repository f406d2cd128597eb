import { accountOptionsOf, clientOfFake, type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { stripeProcessor } from '@billing-checkout/stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findMissingAtProcessor } from '#server/billing/reconcile/days/find-missing-at-processor.ts'
import { reconcileDay } from '#server/billing/reconcile/days/reconcile-day.ts'
import { bookedDayWork } from '#server/billing/reconcile/days/reconcile-due-days.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { findDeferredWork } from '../../support/stories/deferred-work.ts'
import { examineBooks } from '#server/cli/doctor/examine-books.ts'
import { reconcileCommands } from '#server/cli/reconcile/reconcile-commands.ts'
import { formatAnswer } from '#server/cli/format-answer.ts'
import { briefAnswers } from '#server/cli/support/brief-answers.ts'
import type { Processor } from '#server/processors/processor.ts'
import { commandContext } from '../../support/services/command-context.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import type { Answer } from '../../support/services/running-service.ts'

const connection = 'con_stripe'
const today = new Date().toISOString().slice(0, 10)
const daysLater = (days: number) => new Date(Date.now() + days * 86_400_000)

describe('a day that Stripe’s fake has counted (postgresql)', () => {
  let fake: FakeStripe
  let billingDate = new Date()
  let actual: Processor
  /** Answers of the processor that a test overrides. */
  let spoilt: Partial<Processor> = {}
  let wall = () => new Date()
  const service = useService(
    () => openTestDatabase('postgresql'),
    async () => {
      fake = await startFakeStripe({ limits: null, clocks: { billing: () => billingDate } })
      actual = withHostedFields(stripeProcessor(accountOptionsOf(fake)))
      const reconcile: Processor['reconcile'] = (day, page) => (spoilt.reconcile ?? actual.reconcile)(day, page)
      const lookUp: Processor['lookUp'] = (reference, known) => (spoilt.lookUp ?? actual.lookUp)(reference, known)
      return { processor: { ...actual, reconcile, lookUp }, wallClock: () => wall().toISOString() }
    },
  )
  beforeAll(() => () => fake.close())
  afterAll(() => {
    billingDate = new Date()
  })

  const compare = () => reconcileDay(service.billing, { connection, day: today })
  const real: Processor['reconcile'] = (day, page) => actual.reconcile(day, page)
  /** Compares the day while `said` replaces some of the processor's answers. */
  const compareWith = async (said: Partial<Processor>) => {
    spoilt = said
    await compare()
    spoilt = {}
  }
  const open = async (): Promise<Answer['body'][]> =>
    ((await reconcileCommands['difference list'](commandContext(service))) as { data: Answer['body'][] }).data
  const eventsOf = async (id: string) =>
    (await service.send('GET', '/events?type=books.difference&limit=1000')).body.data.filter(
      ({ data }: { data: { object: { id: string } } }) => data.object.id === id,
    )
  const subscriber = (number = '4242424242424242') => aSubscriber(service, monthlyPlanAt(10_000), { number })
  const transactionOf = async (paymentId: string): Promise<string> =>
    (await service.send('GET', `/payments/${paymentId}`)).body.payment_details.processor_transaction_id
  const show = (): Promise<Answer['body']> => reconcileCommands.reconcile(commandContext(service), { day: today })

  test('shows the cost of each payment and refund, and the payout that contains it', async () => {
    const { paymentId } = await subscriber()
    await service.send('POST', `/payments/refund/${paymentId}`, { body: { amount: 1000 } })
    billingDate = daysLater(3)
    const [payout] = fake.payOut()

    const { connections, differences } = await show()

    // Stripe counts in whole seconds, so both entries may have the same time.
    const entries = connections[0].entries
      .filter((entry: { payment_id: string }) => entry.payment_id === paymentId)
      .toSorted((one: { kind: string }, other: { kind: string }) => (one.kind < other.kind ? -1 : 1))
    expect(entries).toMatchObject([
      { kind: 'charge', amount: 10_000, fee: 320, net: 9680, currency: 'EUR', payout_id: payout!.id },
      { kind: 'refund', amount: 1000, fee: 0, net: -1000, arn: expect.stringMatching(/./), payout_id: payout!.id },
    ])
    expect(connections[0]).toMatchObject({ complete: false, payouts: [{ id: payout!.id, state: 'paid' }] })
    expect(differences).toEqual([])
  })

  test('may lack many that count on the next day: each is looked up, and the account is doubted only if none is known', async () => {
    const made = [await subscriber(), await subscriber(), await subscriber()].map(({ paymentId }) => paymentId)
    const missing = () => findMissingAtProcessor(service.billing, connection, today, 2)

    const found = await missing()
    spoilt = { lookUp: async () => undefined }
    const doubted = await missing().catch((error: Error) => error.message)
    spoilt = {}

    expect(found.filter(({ paymentId }) => made.includes(paymentId!))).toEqual([])
    expect(doubted).toContain('is it the right account?')
  })

  test('with a charge that another program made with the same key has one difference, and the books do not change', async () => {
    const stripe = clientOfFake(fake)
    const { id } = await stripe.paymentIntents.create({
      amount: 777,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
      confirm: true,
      capture_method: 'automatic',
    })
    const payments = (await service.send('GET', '/payments')).body.meta.total

    await Promise.all([compare(), compare()])
    await compare()
    const found = (await open()).filter(({ transaction_id }) => transaction_id === id)
    const doctor = await examineBooks(service.database.db).catch((error: Error) => error.message)
    await reconcileCommands['difference close'](commandContext(service), {
      id: found[0].id,
      who: 'Mina',
      why: 'The shop next door.',
    })
    await compare()

    expect(found).toMatchObject([{ difference: 'missing_here', kind: 'charge', amount: 777, payment_id: null }])
    expect(doctor).toContain('another program moves money in the same account')
    expect(await open()).toEqual([])
    expect((await service.send('GET', '/payments')).body.meta.total).toBe(payments)
  })

  test('adds a refund and a dispute of the dashboard to the books without any notification', async () => {
    const { paymentId } = await subscriber()
    await sql`update news_of_connections set asked_at = clock_timestamp()`.execute(service.database.db)
    await clientOfFake(fake).refunds.create({ payment_intent: await transactionOf(paymentId), amount: 4000 })
    const disputed = await subscriber('4000000000000259')

    await compare()

    expect((await service.send('GET', `/payments/${paymentId}`)).body.refunded_amount).toBe(4000)
    expect((await service.send('GET', `/disputes?payment_id=${disputed.paymentId}`)).body.data).toHaveLength(1)
    expect(await open()).toEqual([])
  })

  test.each([
    ['another sum', { amount: 9000 }, { difference: 'amount', amount: -1000 }],
    ['another currency', { currency: 'USD' }, { difference: 'amount', amount: 10_000, currency: 'USD' }],
  ] as const)('with %s has a difference, which is closed once the cause is gone', async (_, change, expected) => {
    const { paymentId } = await subscriber()
    const charged = await transactionOf(paymentId)
    const reconcile: Processor['reconcile'] = async (day, page) => {
      const booked = await real(day, page)
      const movements = booked.movements.map((each) =>
        each.transactionId === charged && each.kind === 'charge' ? { ...each, ...change } : each,
      )
      return { ...booked, movements }
    }

    await compareWith({ reconcile })
    const [found, ...others] = await open()
    await compare()

    expect(others).toEqual([])
    expect(found).toMatchObject({ ...expected, payment_id: paymentId })
    expect(await eventsOf(found.id)).toMatchObject([{ data: { object: { subject: paymentId } } }])
    expect(await open()).toEqual([])
  })

  test('with money of a payment that failed here has a difference in its state', async () => {
    const { paymentId } = await subscriber()
    const { db } = service.database

    await sql`update payments set payment_status = 'FAILED' where id = ${paymentId}`.execute(db)
    await compare()
    const found = await open()
    await sql`update payments set collected_amount = amount where id = ${paymentId}`.execute(db)
    await compare()

    expect(found).toMatchObject([{ difference: 'state', amount: 10_000, payment_id: paymentId }])
    expect(await open()).toEqual([])
  })

  test('opens a difference again that is found after it had vanished, and reports it again', async () => {
    const { paymentId } = await subscriber()
    const { db } = service.database
    const setCollected = (amount: 'amount' | '0') =>
      sql`update payments set collected_amount = ${sql.raw(amount)} where id = ${paymentId}`.execute(db)
    await sql`update payments set payment_status = 'FAILED' where id = ${paymentId}`.execute(db)

    await compare()
    const [found] = await open()
    await setCollected('amount').then(compare)
    const vanished = await open()
    await setCollected('0').then(compare)
    const again = await open()
    await setCollected('amount').then(compare)

    expect([vanished, again, await open()]).toEqual([[], [found], []])
    expect(await eventsOf(found.id)).toHaveLength(2)
  })

  test('reports payments that the processor does not know, and not those that it counts a day later', async () => {
    const { paymentId } = await subscriber()
    const charged = await transactionOf(paymentId)
    const without: Processor['reconcile'] = async (day, page) => {
      const booked = await real(day, page)
      return {
        ...booked,
        isComplete: true,
        movements: booked.movements.filter((each) => each.transactionId !== charged),
      }
    }

    await compareWith({ reconcile: without })
    const known = await open()
    await compareWith({ reconcile: without, lookUp: async () => undefined })
    const unknown = await open()
    await compare()

    expect(known).toEqual([])
    expect(unknown).toMatchObject([{ difference: 'missing_there', amount: -10_000, payment_id: paymentId }])
    expect(await open()).toEqual([])
  })

  test('is compared once after its end, on one server, and again if that server died', async () => {
    const { db } = service.database
    const asked: string[] = []
    const reconcile: Processor['reconcile'] = async (day, page) => {
      asked.push(day)
      if (asked.length === 1) throw new Error('The connection was cut.')
      return { ...(await real(day, page)), isComplete: true }
    }
    const until = async () =>
      (await db.selectFrom('reconciledDays').selectAll().where('connection', '=', connection).executeTakeFirst())
        ?.completeUntil
    const yesterday = daysLater(-1).toISOString().slice(0, 10)
    const run = () => runWork(service.billing, bookedDayWork)
    spoilt = { reconcile }

    await run()
    const begins = [await until(), asked.length]
    wall = () => daysLater(1)
    await run()
    const waiting = await findDeferredWork(service.database, 'booked_day')
    // Disabled connections whose earlier failures are overdue must not be tried in place of this connection.
    await sql`insert into reconciled_days (connection, complete_until, due_at)
      select 'con_disabled_' || place, ${yesterday}::date, now() - interval '1 day' from generate_series(1, 4) as place`.execute(
      db,
    )
    await sql`insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason)
      select '', 'booked_day', connection, billing_now() - interval '1 day', 1, 'No answer.' from reconciled_days
      where connection like 'con_disabled_%'`.execute(db)
    await sql`update deferred_work set deferred_until = billing_now() where id = ${connection}`.execute(db)
    await Promise.all([run(), run()])
    const ended = await until()
    await run()
    wall = () => new Date()
    spoilt = {}

    expect(begins).toEqual([yesterday, 0])
    expect(waiting).toMatchObject({ id: connection, tries: 1, reason: expect.stringContaining('was cut') })
    expect(ended).toBe(today)
    expect(asked).toEqual([today, today])
  })

  test('is shown to operators as one line for each connection', async () => {
    await subscriber()

    expect(briefAnswers['reconcile']!(await show())).toMatchObject({
      ok: true,
      connections: [
        {
          connection,
          complete: false,
          payouts: expect.any(Number),
          sums: expect.stringMatching(/^-?\d+ EUR after \d+ of fees/),
        },
      ],
    })
    expect(formatAnswer(briefAnswers['reconcile']!(await show()))).not.toContain('pay_')
  })

  test('whose key the processor refuses is not compared, which the command states in a sentence', async () => {
    fake.revokeKey('sk_test_fake')
    onTestFinished(() => fake.addKey('sk_test_fake'))

    expect(await show()).toEqual({
      ok: false,
      day: today,
      connections: [],
      differences: [],
      not_compared: [
        {
          connection,
          reason: `The processor gave no count of ${today}: Invalid API Key provided: sk_test_****`,
        },
      ],
    })
  })
})
