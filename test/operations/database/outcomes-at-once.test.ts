import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { transact } from '#database/transactions/transact.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { refuseRowChanges } from '../../support/interleaving/refuse-row-changes.ts'
import { aNewCard, type HoldingBank, holdingBank } from '../../support/processors/holding-bank.ts'
import { walletBody, type WalletType } from '../../support/processors/wallets.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aBuyer, aShopper, createPlan, sealCard, aCard, type Shopper } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

/** The processor holds its answers back until it has all answers, so that their outcomes share a transaction. */
describeEachDatabase('outcomes that arrive at the same time', (open, kind) => {
  let bank: HoldingBank
  const service = useService(open, ({ db }) => {
    bank = holdingBank(sandboxProcessor({ database: db }))
    return { processor: bank.processor, trustedProxies: ['loopback'] }
  })
  let monthly: { id: string }
  beforeAll(async () => {
    monthly = await createPlan(service)
  })
  const rowsOf = async <Row>(statement: RawBuilder<Row>) => (await statement.execute(service.database.db)).rows

  const shoppersWho = (count: number): Promise<readonly Shopper[]> =>
    Promise.all(Array.from({ length: count }, () => aBuyer(service, monthly.id)))
  const pay = (shopper: Shopper) => shopper.pay({ number: aNewCard() })

  /** What is recorded for a session: how many payments, transactions at the processor and subscriptions, and the types of the events. */
  const bookedFor = async ({ sessionId }: Shopper) => {
    const [booked] = await rowsOf(sql<{ payments: number; taken: number; subscriptions: number; events: string }>`
      select count(*)::int as payments, count(distinct subscription_id)::int as subscriptions,
        (select count(*)::int from attempts
          join sandbox_processor.transactions ledger on ledger.reference = attempts.processor_key
          where attempts.payment_id = any(array_agg(payments.id))) as taken,
        (select string_agg(type, ' ' order by sequence) from events
          where object->>'id' = any(array_agg(payments.id)) or object->>'id' = any(array_agg(payments.subscription_id))) as events
      from payments where session_id = ${sessionId}`)
    return booked
  }
  const once = {
    payments: 1,
    taken: 1,
    subscriptions: 1,
    events: 'payment.created subscription.created payment.updated',
  }
  const idOfPayment = async ({ sessionId }: Shopper) =>
    (await rowsOf(sql<{ id: string }>`select id from payments where session_id = ${sessionId}`))[0]!.id
  /** The number of transactions that last wrote the payments of these sessions. */
  const writersOf = async (shoppers: readonly Shopper[]) =>
    (
      await rowsOf(sql<{ writers: number }>`select count(distinct xmin::text)::int as writers from payments
        where session_id = any(${shoppers.map(({ sessionId }) => sessionId)})`)
    )[0]!.writers

  describe.each([0, 8])('a double click next to %i other shoppers', (count) => {
    test.each([
      ['with two cards', () => ({}), 'payment_in_progress'],
      ['with one sealed card', async (sessionId: string) => sealed(sessionId), 'payment_in_progress'],
      ['with one key', async (sessionId: string) => sealed(sessionId), 'idempotency_in_progress'],
    ] as const)('%s charges once', async (how, bodyOf, refusal) => {
      const others = await shoppersWho(count)
      const [twice] = await shoppersWho(1)
      const seen = await twice!.look()
      const body = await bodyOf(twice!.sessionId)
      const headers: Record<string, string> = how === 'with one key' ? { 'Idempotency-Key': `click ${count}` } : {}
      const click = () => twice!.payAsSeen(seen, { number: aNewCard() }, body, headers)
      const received = bank.received()
      bank.hold()

      const clicks = [click(), click()]
      const paying = others.map(pay)
      const refused = await Promise.race(clicks)
      await bank.waitForHeld(count + 1)
      bank.release()
      const answers = await Promise.all(clicks)
      const paid = await Promise.all(paying)
      const late = await click()

      expect([refused.status, resultCodeOf(refused)]).toEqual([409, refusal])
      expect(answers.map(resultCodeOf).toSorted()).toEqual(['SETTLING', refusal])
      expect(resultCodeOf(late)).toBe(how === 'with one key' ? 'SETTLING' : 'session_completed')
      expect(paid.map(resultCodeOf)).toEqual(others.map(() => 'SETTLING'))
      expect(bank.received() - received).toBe(count + 1)
      for (const shopper of [twice!, ...others]) expect(await bookedFor(shopper)).toEqual(once)
      expect(await writersOf([twice!, ...others])).toBe(1)
    })
  })
  const sealed = async (sessionId: string) => ({
    payment_method: {
      type: 'CARD',
      details: { encrypted: await sealCard(service, sessionId, aCard({ number: aNewCard() })) },
    },
  })

  test('two confirmations of one free change change the subscription once', async () => {
    const cheap = await createPlan(service, monthlyPlanAt(300))
    const subscriber = await aSubscriber(service, monthlyPlanAt(10_000))
    const change = await changesAt(() => service).aChange(subscriber, cheap)
    const received = bank.received()

    const answers = await Promise.all([change.patch(), change.patch()])
    const late = await change.patch()

    expect(answers.map(resultCodeOf).toSorted()).toEqual(['active', 'session_completed'])
    expect(resultCodeOf(late)).toBe('session_completed')
    expect(bank.received()).toBe(received)
    const changes = await rowsOf(sql`select sequence from events where type = 'subscription.updated'
      and object->>'id' = ${subscriber.id}`)
    expect(changes).toHaveLength(1)
  })

  /** Lets one shopper pay, runs `happens` on that payment, then lets eight others pay, so that all nine outcomes arrive together. */
  const payNextTo = async (unlucky: Shopper, happens: (paymentId: string) => Promise<() => Promise<unknown>>) => {
    const others = await shoppersWho(8)
    bank.hold()
    // The service's client throws for an answer with the status 500.
    const paying = pay(unlucky).then(resultCodeOf, () => 500)
    await bank.waitForHeld(1)
    const cure = await happens(await idOfPayment(unlucky))
    onTestFinished(() => void cure().catch(() => {}))
    const payingToo = others.map(pay)
    await bank.waitForHeld(9)
    bank.release()
    return { others, cure, answers: await Promise.all(payingToo), paying }
  }

  const refusing =
    (code: string, table = 'payments') =>
    (paymentId: string) =>
      refuseRowChanges(
        service.database,
        table,
        `new.${table === 'payments' ? 'id' : 'payment_id'} = '${paymentId}'`,
        code,
      )

  describe('one of which is refused', () => {
    test.each([
      ['by a constraint', refusing('23514')],
      ['by a unique index', refusing('23505')],
      ['because of its data', refusing('22P02')],
      ['by a function', refusing('P0001', 'attempts')],
    ] as const)(
      '%s: the others are paid once, and the refused one is completed once its cause is gone',
      async (_, happens) => {
        const [unlucky] = await shoppersWho(1)

        const { others, answers, paying, cure } = await payNextTo(unlucky!, happens)
        const refused = await paying
        await cure()
        await completeAttempts(service.billing, { aheadSeconds: 1000 })

        expect(answers.map(resultCodeOf)).toEqual(others.map(() => 'SETTLING'))
        expect(refused).toBe(500)
        for (const shopper of [unlucky!, ...others]) expect(await bookedFor(shopper)).toEqual(once)
      },
    )
  })

  test.each([
    ['fails to serialize', '40001'],
    ['meets a deadlock', '40P01'],
  ])('one of which %s twice, are all paid once', async (_, code) => {
    const [unlucky] = await shoppersWho(1)
    const twice = async (paymentId: string) => {
      // A sequence counts the failures, because a rollback does not reset it.
      await sql`create sequence failures`.execute(service.database.db)
      const cure = await refuseRowChanges(
        service.database,
        'payments',
        `new.id = '${paymentId}' and nextval('failures') <= 2`,
        code,
      )
      return async () => {
        await cure()
        await sql`drop sequence failures`.execute(service.database.db)
      }
    }

    const { others, answers, paying } = await payNextTo(unlucky!, twice)

    expect([await paying, ...answers.map(resultCodeOf)]).toEqual([unlucky, ...others].map(() => 'SETTLING'))
    for (const shopper of [unlucky!, ...others]) expect(await bookedFor(shopper)).toEqual(once)
  })

  test('one of which cannot be applied, pay the others in one transaction', async () => {
    const [unlucky] = await shoppersWho(1)
    /** Removes the terms of a payment's claim, so that no subscription can be made from it. */
    const withoutTerms = async (paymentId: string) => {
      const claim = sql`(select claim_id from payments where id = ${paymentId})`
      const [kept] = await rowsOf(sql<{ quote: object }>`select quote from claims where id = ${claim}`)
      const setTo = (quote: object) =>
        transact(service.database.db, async ({ db }) => {
          await sql`set local session_replication_role = replica`.execute(db)
          await sql`update claims set quote = ${JSON.stringify(quote)}::jsonb where id = ${claim}`.execute(db)
        })
      await setTo({ ...kept!.quote, terms: null })
      return () => setTo(kept!.quote)
    }

    const { others, answers, paying, cure } = await payNextTo(unlucky!, withoutTerms)
    const broken = await paying
    await cure()
    await completeAttempts(service.billing, { aheadSeconds: 1000 })

    expect(answers.map(resultCodeOf)).toEqual(others.map(() => 'SETTLING'))
    expect(broken).toBe(500)
    expect(await writersOf(others)).toBe(1)
    for (const shopper of [unlucky!, ...others]) expect(await bookedFor(shopper)).toEqual(once)
  })

  test.skipIf(kind === 'embedded')('one of which waits for a locked customer, pay the others meanwhile', async () => {
    const [unlucky] = await shoppersWho(1)
    const held = async (paymentId: string) => {
      const released = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const holding = transact(service.database.db, async ({ db }) => {
        await sql`select from customers where id = (select customer_id from payments where id = ${paymentId})
          for update`.execute(db)
        locked.resolve()
        await released.promise
      })
      await locked.promise
      return () => {
        released.resolve()
        return holding
      }
    }

    const { others, answers, paying, cure } = await payNextTo(unlucky!, held)
    const before = await bookedFor(unlucky!)
    await cure()

    expect(answers.map(resultCodeOf)).toEqual(others.map(() => 'SETTLING'))
    expect(before).toMatchObject({ payments: 1, taken: 1, subscriptions: 0 })
    expect(await paying).toBe('SETTLING')
    for (const shopper of [unlucky!, ...others]) expect(await bookedFor(shopper)).toEqual(once)
  })

  describe.each(['APPLE_PAY', 'GOOGLE_PAY'] as const)('of %s', (type: WalletType) => {
    /** Lets shoppers at one address pay with the same wallet account, so that their outcomes arrive together. */
    const payFrom = async (address: string, shoppers: readonly Shopper[]): Promise<readonly Answer[]> => {
      bank.hold()
      const paying = shoppers.map((shopper) => shopper.pay({}, walletBody(type), { 'X-Forwarded-For': address }))
      await bank.waitForHeld(shoppers.length)
      bank.release()
      return Promise.all(paying)
    }
    const creditedToAddresses = async () =>
      (await rowsOf(sql<{ sum: number }>`select coalesce(sum(approvals), 0)::int as sum from decline_counts`))[0]!.sum

    test('two purchases of a customer store their wallet account once', async () => {
      const other = await createPlan(service, monthlyPlanAt(500))
      const customer = { external_id: `both with ${type}`, email: `${type}@example.com` }
      const members = [monthly, other].map(({ id }) => ({ customer, plan: { id } }))
      const shoppers = await Promise.all(members.map((each) => aShopper(service, each)))

      const answers = await payFrom('192.0.2.1', shoppers)

      expect(answers.map(resultCodeOf)).toEqual(['SETTLING', 'SETTLING'])
      const [{ body: one }, { body: two }] = answers as [Answer, Answer]
      expect(two.customer.id).toBe(one.customer.id)
      expect(two.payment_method.id).toBe(one.payment_method.id)
      const methods = await rowsOf(sql`select id from payment_methods where customer_id = ${one.customer.id}`)
      expect(methods).toEqual([{ id: one.payment_method.id }])
      const attached = await rowsOf(sql`select sequence from events where type = 'payment_method.attached'
        and object->>'id' = ${one.payment_method.id}`)
      expect(attached).toHaveLength(1)
    })

    test('five strangers with one wallet account store it each, and their address is credited once', async () => {
      const before = await creditedToAddresses()
      const shoppers = await shoppersWho(5)

      const answers = await payFrom('192.0.2.2', shoppers)

      expect(answers.map(resultCodeOf)).toEqual(shoppers.map(() => 'SETTLING'))
      const methods = new Set(answers.map(({ body }) => body.payment_method.id))
      expect(methods.size).toBe(shoppers.length)
      expect((await creditedToAddresses()) - before).toBe(1)
      for (const shopper of shoppers) expect(await bookedFor(shopper)).toEqual(once)
    })
  })
})
