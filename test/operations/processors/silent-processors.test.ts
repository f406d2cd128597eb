import { beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { noteSilentProcessors } from '#server/billing/due-work/silent-processors.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { examineSilentProcessors } from '#server/cli/doctor/examine-money.ts'
import { dueWorkJobs } from '#server/jobs/due-work-jobs.ts'
import type { AuthorizeRequest, Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const lost: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }
/** A time longer than any month. */
const monthMillis = 32 * 86_400_000
const how = { concurrency: 2, isClockMoving: false } as const

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

describeUsualDatabase('a processor that stops answering', (open) => {
  let passedMillis = 0
  /** What the processor of connection `sandbox` does with a charge; if the result is undefined, it charges. */
  let silence: (request: AuthorizeRequest) => Promise<ProcessorOutcome> | undefined
  let calls: string[]

  const service = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    const noting = (id: string): Processor => ({
      ...sandbox,
      id,
      authorize: (request) => {
        calls.push(`${id} ${request.initiator}`)
        return (id === 'sandbox' && silence(request)) || sandbox.authorize(request)
      },
    })
    return {
      processor: noting('sandbox'),
      otherProcessors: [noting('other')],
      wallClock: () => new Date(Date.now() + passedMillis).toISOString(),
    }
  })
  beforeEach(async () => {
    silence = () => undefined
    calls = []
    await service.database.db.updateTable('clock').set({ offsetMillis: 0 }).execute()
  })

  const aPlan = async () => ({ id: (await createPlan(service)).id as string })
  const subscribe = async (count: number): Promise<Subscriber[]> => {
    const made: Subscriber[] = []
    for (let each = 0; each < count; each++) made.push(await aSubscriber(service, aMonthlyPlan()))
    return made
  }
  const subscribeElsewhere = async (count: number): Promise<Subscriber[]> => {
    const made = await subscribe(count)
    const customers = made.map(({ customerId }) => customerId)
    await service.database.db
      .updateTable('paymentMethods')
      .set({ connection: 'other' })
      .where('customerId', 'in', customers)
      .execute()
    return made
  }
  /** Makes all renewals due without making any, and forgets earlier calls. */
  const fallDue = async () => {
    await service.database.db.updateTable('clock').set({ offsetMillis: monthMillis }).execute()
    calls = []
  }
  const rowsOf = (subscribers: readonly Subscriber[]) => Promise.all(subscribers.map((each) => each.row()))
  const renewed = (rows: readonly { readonly dueAt: string | null; readonly renewalPaymentId: string | null }[]) =>
    rows.filter(
      ({ dueAt, renewalPaymentId }) => renewalPaymentId === null && Date.parse(dueAt!) > Date.now() + monthMillis,
    )
  const processDue = () => processDueSubscriptions(service.billing, how)
  const pass = (seconds: number) => (passedMillis += seconds * 1000)
  /** Ends the silence ten minutes later, then does everything that is due and looks up all unknown outcomes. */
  const recover = async () => {
    silence = () => undefined
    pass(600)
    while ((await processDue()).length > 0);
    await completeAttempts(service.billing, { aheadSeconds: 100_000, limit: 1000 })
  }

  test('makes its renewals wait in their place, uncounted, while others continue, until one call is answered', async () => {
    const silent = await subscribe(9)
    const others = await subscribeElsewhere(3)
    await fallDue()
    const before = await rowsOf(silent)
    silence = () => Promise.resolve(lost)

    await processDue()
    const atFirst = [...calls]
    const waiting = (await rowsOf(silent)).filter(({ renewalPaymentId }) => renewalPaymentId === null)
    for (let round = 0; round < 3; round++) await processDue()
    const meanwhile = calls.length
    pass(31)
    for (let round = 0; round < 3; round++) await processDue()
    const probed = calls.length
    pass(31)
    await processDue()
    const early = calls.length
    await recover()

    // After five unanswered calls, no further call begins. The other of the two lanes may have a sixth call in flight.
    const asked = atFirst.filter((call) => call === 'sandbox MIT').length
    expect([5, 6]).toContain(asked)
    expect(atFirst.filter((call) => call === 'other MIT')).toHaveLength(3)
    expect(renewed(await rowsOf(others))).toHaveLength(3)
    expect(waiting).toHaveLength(9 - asked)
    for (const row of waiting) {
      const { dueAt, status, attemptCount, failureCount } = before.find(({ id }) => id === row.id)!
      expect(row).toMatchObject({ dueAt, status, attemptCount, failureCount, leaseUntil: null, tries: 0 })
    }
    expect([meanwhile, probed, early]).toEqual([atFirst.length, atFirst.length + 1, atFirst.length + 1])
    expect(await rowsOf(silent)).toMatchObject(silent.map(() => ({ status: 'active', attemptCount: 0 })))
    expect(renewed(await rowsOf(silent))).toHaveLength(9)
  })

  test('still gets calls from shoppers and merchants, and its first answer lets renewals continue', async () => {
    const [first, ...rest] = await subscribe(7)
    const plan = await aPlan()
    await fallDue()
    silence = ({ initiator }) => (initiator === 'MIT' ? Promise.resolve(lost) : undefined)
    await processDue()
    calls = []

    const merchants = await service.send('POST', '/payments', {
      body: { customer: { id: first!.customerId }, plan },
    })
    await noteSilentProcessors(service.billing)
    const wall = service.billing.wallClock()
    const doctor = examineSilentProcessors(service.database.db, wall)
    await expect(doctor).rejects.toThrow('the processor of sandbox has answered no charge since')
    const shopper = await aShopper(service, { customer: { email: 'eager@example.com' }, plan })
    const { body: paid } = await shopper.pay()
    silence = () => undefined
    while ((await processDue()).length > 0);

    expect(merchants.body).toMatchObject({ payment_status: 'PENDING' })
    expect(paid).toMatchObject({ payment_status: 'SETTLING' })
    expect(calls.slice(0, 2)).toEqual(['sandbox MIT', 'sandbox CIT'])
    await completeAttempts(service.billing, { aheadSeconds: 100_000, limit: 1000 })
    expect(renewed(await rowsOf([first!, ...rest]))).toHaveLength(7)
    expect(
      await examineSilentProcessors(service.database.db, new Date(Date.parse(wall) + 60_000).toISOString()),
    ).toMatch(/^every processor answers/)
    const told = service.logged.filter((line) => line.includes('"connection":"sandbox"'))
    expect(told.at(-2)).toContain('the processor does not answer: renewals over its connection wait')
    expect(told.at(-1)).toContain('the processor answers again: renewals continue')
  })

  test('delays no renewal of another connection while its calls are in flight', async () => {
    const [silent] = await subscribe(1)
    const others = await subscribeElsewhere(2)
    await fallDue()
    const answered = Promise.withResolvers<ProcessorOutcome>()
    silence = () => answered.promise

    const jobs = dueWorkJobs(service.billing).filter(({ name }) => name.startsWith('due-renewal'))
    const running = Promise.all(jobs.map((job) => job.run()))
    await expect.poll(() => calls.filter((call) => call === 'sandbox MIT').length, { timeout: 20_000 }).toBe(1)
    await expect.poll(async () => renewed(await rowsOf(others)).length, { timeout: 20_000 }).toBe(2)
    const meanwhile = await silent!.row()
    answered.resolve(lost)
    await running

    expect(meanwhile).toMatchObject({ renewalPaymentId: expect.any(String) })
    await recover()
  })
})
