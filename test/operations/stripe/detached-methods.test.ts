import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, clientOfFake, type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { processorErasureWork } from '#server/billing/due-work/forget-at-processors.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { runDoctor } from '#server/cli/doctor/run-doctor.ts'
import { readBacklog } from '#server/store/health/read-backlog.ts'
import { commandContext } from '../../support/services/command-context.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const detach = 'POST /v1/payment_methods/:id/detach'
const confirm = 'POST /v1/payment_intents/:id/confirm'

describeUsualDatabase('a stored method that is detached, at Stripe’s fake,', (open) => {
  let fake: FakeStripe
  beforeAll(async () => {
    fake = await startFakeStripe({ limits: null })
  })
  afterAll(() => fake.close())
  const service = useService(open, () => ({
    processor: withHostedFields(stripeProcessor(accountOptionsOf(fake))),
  }))
  beforeEach(() => {
    while (fake.faults.next(detach) !== undefined);
  })

  /** A subscriber, the id of their method in our database, and functions that read the method at Stripe and delete ours. */
  const aStoredMethod = async () => {
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const { id, processorToken } = await service.database.db
      .selectFrom('paymentMethods')
      .select(['id', 'processorToken'])
      .where('customerId', '=', customerId)
      .executeTakeFirstOrThrow()
    const there = () => fake.books.methods.get(processorToken.split('/')[1]!)!.shown
    return { id, customerId, there, remove: () => service.send('DELETE', `/payment-methods/${id}`) }
  }
  const forget = async () => (await runWork(service.billing, processorErasureWork)).length
  /** Makes all deferred work due, and tries the owed erasures now. */
  const tryNow = async () => {
    await sql`update deferred_work set deferred_until = billing_now()`.execute(service.database.db)
    return forget()
  }
  const owed = async () => (await readBacklog(service.database.db)).processorErasuresOpen

  test('is detached at Stripe once', async () => {
    const method = await aStoredMethod()
    const before = method.there().customer

    await method.remove()
    await method.remove()
    const [asked, again] = [await forget(), await tryNow()]

    expect(before).toMatch(/^cus_/)
    expect(method.there().customer).toBeNull()
    expect([asked, again, await owed()]).toEqual([1, 0, 0])
    expect(fake.count(detach)).toBe(1)
  })

  test('is detached at Stripe in the end, however often that fails, and a gauge and the doctor report it', async () => {
    const method = await aStoredMethod()
    fake.faults.fail(detach, 'error_before', 2)
    fake.faults.fail(detach, 'cut_after', 1)

    await method.remove()
    await tryNow()
    const failed = await owed()
    await sql`update processor_erasures set created_at = created_at - interval '2 days' where done_at is null`.execute(
      service.database.db,
    )
    const doctor = (await runDoctor(commandContext(service))).findings.find(({ check }) => check === 'erasures')
    await tryNow()
    await tryNow()

    expect(failed).toBe(1)
    expect(doctor).toMatchObject({ ok: false, message: expect.stringContaining(`con_stripe knows ${method.id}`) })
    expect(method.there().customer).toBeNull()
    expect(await owed()).toBe(0)
  })

  test('and was detached in the dashboard before, is no longer owed to be detached', async () => {
    const method = await aStoredMethod()
    await clientOfFake(fake).paymentMethods.detach(method.there().id)

    await method.remove()
    await tryNow()

    expect(await owed()).toBe(0)
  })

  test('while a charge with it is in flight waits until no worker has to repeat that charge', async () => {
    const method = await aStoredMethod()
    const oneOff = { type: 'one-off', interval: null, interval_count: null }
    const { id: planId } = await createPlan(service, aMonthlyPlan(oneOff))
    fake.faults.fail(confirm, 'cut_before')
    const body = { customer: { id: method.customerId }, plan: { id: planId } }
    const { body: charged } = await service.send('POST', '/payments', { body })

    await method.remove()
    await tryNow()
    const meanwhile = [method.there().customer, await owed()]
    await completeAttempts(service.billing, { aheadSeconds: 1000, awaitingRetry: true })
    await tryNow()

    expect(charged.payment_status).toBe('PENDING')
    expect(meanwhile).toEqual([expect.stringMatching(/^cus_/), 1])
    expect((await service.send('GET', `/payments/${charged.id}`)).body.payment_status).toBe('SETTLING')
    expect([method.there().customer, await owed()]).toEqual([null, 0])
  })
})
