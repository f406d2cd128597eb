import { expect, onTestFinished, test } from 'vitest'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { announcementWork } from '#server/billing/notices/announce-charges.ts'
import { defaultConcurrency, runWork } from '#server/billing/worklist/worklist.ts'
import { readBacklog } from '#server/store/health/read-backlog.ts'
import { describeEachDatabase, describeUsualDatabase } from '../../support/databases/databases.ts'
import { openEmailMerchant } from '../../support/emails/email-merchant.ts'
import { countWaitingForNames } from '../../support/interleaving/count-waiting.ts'
import { holdNameLock } from '../../support/interleaving/hold-name.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const day = 86_400_000
const withTrial = { trial_interval: 'days', trial_interval_count: 14 }

/**
 * A merchant whose customer is in a trial of two weeks with a Visa card: a notice is due 8 days before the trial's end, and must be sent 7
 * days before it at the latest.
 */
const openTrial = async (
  open: Parameters<typeof openEmailMerchant>[0],
  settings: object = {},
  plan: object = withTrial,
) => {
  const merchant = await openEmailMerchant(open, settings)
  const { service, mailer } = merchant
  const subscriber = await aSubscriber(service, aMonthlyPlan(plan))
  const end = Date.parse((await subscriber.row()).currentPeriodEnd)
  return {
    ...merchant,
    subscriber,
    stopMail: () => void (mailer.answer = () => ({ kind: 'failed', reason: 'The line is dead.' })),
    startMail: () => void (mailer.answer = () => ({ kind: 'accepted' })),
    at: (days: number) => new Date(end + days * day).toISOString(),
    moveTo: (days: number) => moveClock(service, new Date(end + days * day).toISOString()),
    /** How many days after the trial's end the subscription was charged. */
    chargedAfter: async () => {
      const [, charge] = await subscriber.payments()
      return charge && (Date.parse(charge.created_at) - end) / day
    },
    notices: async () =>
      (await merchant.emails())
        .filter(({ kind }: { kind: string }) => kind === 'trial_ending')
        .map(({ status, facts }: { status: string; facts: { charged_at: string } }) => [
          status,
          (Date.parse(facts.charged_at) - end) / day,
        ]),
  }
}

describeEachDatabase('a charge whose notice could not be handed to the mail server', (open) => {
  test('in time is postponed by a week, announced with its new date, and made once', async () => {
    const { service, database, subscriber, stopMail, startMail, moveTo, at, notices, chargedAfter } =
      await openTrial(open)
    stopMail()

    await moveTo(0.1)
    expect(await subscriber.subscription()).toMatchObject({ status: 'trial', next_billing_date: at(7) })
    expect(await chargedAfter()).toBeUndefined()
    expect((await readBacklog(database.db)).chargesPostponed).toBe(1)
    expect((await subscriber.events()).at(-1)).toBe('subscription.updated')

    startMail()
    await moveTo(1.5)
    expect(await notices()).toEqual([
      ['suppressed', 0],
      ['sent', 7],
    ])
    await moveTo(8)
    expect(await chargedAfter()).toBe(7)
    expect(await subscriber.subscription()).toMatchObject({ status: 'active', current_period_start: at(0) })
    expect([(await readBacklog(database.db)).chargesPostponed, (await subscriber.payments()).length]).toEqual([0, 2])
    expect((await service.send('GET', `/emails?subscription_id=${subscriber.id}&kind=receipt`)).body.meta.total).toBe(1)
  })

  test('until three days before the charge is postponed by the four missing days', async () => {
    const { stopMail, startMail, endWaits, moveTo, notices, chargedAfter } = await openTrial(open)
    stopMail()
    await moveTo(-3)
    startMail()
    await endWaits()
    await moveTo(-2.9)
    await moveTo(5)

    const [[, first], [, second]] = (await notices()) as [[string, number], [string, number]]
    expect(first).toBe(0)
    expect(second).toBeGreaterThanOrEqual(4)
    expect(second).toBeLessThan(4.2)
    expect(await chargedAfter()).toBe(second)
  })

  test.each([
    ['before', -1, 0.1],
    ['after', 0.1, 0.2],
  ])(
    'is not made if the customer requested an end before its new date, %s it was postponed',
    async (_, declaredAt, lookedAt) => {
      const everyOtherDay = { ...withTrial, interval: 'days', interval_count: 2 }
      const { service, subscriber, stopMail, startMail, moveTo, at, notices, chargedAfter } = await openTrial(
        open,
        {},
        everyOtherDay,
      )
      const { email } = (await subscriber.subscription()).customer
      stopMail()
      await moveTo(declaredAt)
      await service.send('POST', '/declarations', { body: { kind: 'cancel', email, requested_end_at: at(1) } })
      await moveTo(lookedAt)

      expect(await subscriber.subscription()).toMatchObject({
        status: 'trial',
        next_billing_date: null,
        cancellation: { ends_at: at(2) },
      })
      startMail()
      await moveTo(1.9)
      expect((await subscriber.subscription()).status).toBe('trial')
      await moveTo(2)
      expect(await subscriber.subscription()).toMatchObject({ status: 'cancelled', cancellation: { ends_at: null } })
      await moveTo(9)
      expect(await chargedAfter()).toBeUndefined()
      expect((await notices()).filter(([status, days]: [string, number]) => status === 'sent' && days > 0)).toEqual([])
    },
  )

  test.each([
    ['two', 2],
    ['seven', 7],
  ])('is announced with its new date and made then if the customer takes that end back (%s days)', async (_, days) => {
    const plan = { ...withTrial, interval: 'days', interval_count: days }
    const { service, subscriber, stopMail, startMail, moveTo, at, notices, chargedAfter } = await openTrial(
      open,
      {},
      plan,
    )
    const { email } = (await subscriber.subscription()).customer
    stopMail()
    await service.send('POST', '/declarations', { body: { kind: 'cancel', email, requested_end_at: at(1) } })
    await moveTo(1.5)
    startMail()
    await service.send('PATCH', '/subscriptions', { body: { subscription: { id: subscriber.id, status: 'active' } } })

    await moveTo(8)
    expect(await notices()).toEqual([
      ['suppressed', 0],
      ['sent', 7],
    ])
    expect(await chargedAfter()).toBe(7)
  })

  test('is not announced if the customer requests an end at exactly the new date', async () => {
    const weekly = { ...withTrial, interval: 'days', interval_count: 7 }
    const { service, subscriber, stopMail, startMail, endWaits, moveTo, at, notices, chargedAfter } = await openTrial(
      open,
      {},
      weekly,
    )
    const { email } = (await subscriber.subscription()).customer
    stopMail()
    await moveTo(0.1)
    await moveTo(0.2)
    expect((await notices()).at(-1)).toEqual(['queued', 7])
    await service.send('POST', '/declarations', { body: { kind: 'cancel', email, requested_end_at: at(7) } })
    startMail()
    await endWaits()
    await moveTo(1)

    expect((await notices()).at(-1)).toEqual(['suppressed', 7])
    await moveTo(9)
    expect(await subscriber.subscription()).toMatchObject({ status: 'cancelled' })
    expect(await chargedAfter()).toBeUndefined()
  })

  test('because the subscription was cancelled meanwhile is announced again and made on its day', async () => {
    const { service, subscriber, stopMail, startMail, endWaits, moveTo, notices, chargedAfter } = await openTrial(open)
    const become = (status: string) =>
      service.send('PATCH', '/subscriptions', { body: { subscription: { id: subscriber.id, status } } })
    stopMail()
    await moveTo(-7.9)
    await become('scheduled_for_cancellation')
    startMail()
    await endWaits()
    await moveTo(-7.5)
    await become('active')

    await moveTo(1)

    expect(await notices()).toEqual([
      ['suppressed', 0],
      ['sent', 0],
    ])
    expect(await chargedAfter()).toBe(0)
  })

  test('is made on its day if the merchant has set that', async () => {
    const { stopMail, moveTo, chargedAfter } = await openTrial(open, { charge_without_notice: true })
    stopMail()
    await moveTo(1)

    expect(await chargedAfter()).toBe(0)
  })

  test('is made on its day if the merchant sends the emails, or no emails are sent', async () => {
    for (const emails of ['events', 'off']) {
      const { change, stopMail, moveTo, chargedAfter } = await openTrial(open)
      stopMail()
      await moveTo(-2)
      await change({ emails })
      await new Promise((resolve) => setTimeout(resolve, 1100))
      await moveTo(1)

      expect(await chargedAfter()).toBe(0)
    }
  })

  test('is made on its day if its amount is 0', async () => {
    const price = { default: { amount: 0, currency: 'EUR' }, countries: [] }
    const { subscriber, stopMail, moveTo, at } = await openTrial(open, {}, { ...withTrial, price })
    stopMail()
    await moveTo(1)

    expect(await subscriber.subscription()).toMatchObject({ status: 'active', current_period_start: at(0) })
  })
})

describeUsualDatabase('an announcement and a renewal that meet', (open, kind) => {
  test.skipIf(kind === 'embedded').each(['renewal', 'announcement'])(
    'with the %s first say the date on which it is charged, and charge once',
    async (first) => {
      const { service, database, subscriber, sendDue, at, moveTo, notices, chargedAfter } = await openTrial(open)
      const { billing } = service
      const setClock = (days: number) =>
        database.db
          .updateTable('clock')
          .set({ offsetMillis: Date.parse(at(days)) - Date.now() })
          .execute()
      await setClock(-0.01)
      const planned = Promise.withResolvers<void>()
      const due = Promise.withResolvers<void>()
      onTestFinished(() => due.resolve())
      const announcing = runWork(billing, {
        ...announcementWork,
        perform: async (context) => {
          planned.resolve()
          await due.promise
          return announcementWork.perform(context)
        },
      })
      await planned.promise
      await setClock(0.01)
      const letGo = await holdNameLock(database, `${service.organizationId}/customer:${subscriber.customerId}`)
      const renew = () => processDueSubscriptions(billing, defaultConcurrency)

      const renewing = first === 'renewal' ? renew() : undefined
      if (renewing) await expect.poll(() => countWaitingForNames(database)).toBe(1)
      due.resolve()
      await expect.poll(() => countWaitingForNames(database)).toBe(renewing ? 2 : 1)
      const both = [announcing, renewing ?? renew()]
      await expect.poll(() => countWaitingForNames(database)).toBe(2)
      await letGo()
      await Promise.all(both)

      const { next_billing_date: chargeAt } = await subscriber.subscription()
      while ((await runWork(billing, announcementWork)).length > 0 || (await sendDue()).length > 0);
      const days = (Date.parse(chargeAt) - Date.parse(at(0))) / day
      expect(days).toBe(7)
      expect((await notices()).filter(([status]: [string]) => status === 'sent')).toEqual([['sent', days]])
      await moveTo(9)
      expect([await chargedAfter(), (await subscriber.payments()).length]).toEqual([7, 2])
    },
  )
})
