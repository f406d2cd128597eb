import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { expiringCardWork } from '#server/billing/notices/warn-of-expiring-cards.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock, endAllSubscriptions } from '../../support/stories/subscriber.ts'

describeEachDatabase('cards that expire before the next charge', (open) => {
  const service = useService(open, { settings: { emails: 'send' } })
  const setEmails = (emails: string) =>
    sql`update organizations set settings = settings || jsonb_build_object('emails', ${emails}::text)`.execute(
      service.database.db,
    )
  beforeEach(async () => {
    await endAllSubscriptions(service)
    await setEmails('send')
  })

  /** A card that expires `months` months after the clock's month. */
  const aCardOf = async (months: number) => {
    const now = new Date((await service.send('GET', '/sandbox/clock')).body.now)
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months))
    return { exp_year: last.getUTCFullYear(), exp_month: last.getUTCMonth() + 1 }
  }
  const eventsOf = async (customerId: string): Promise<readonly { created_at: string }[]> => {
    const { rows } = await sql<{
      id: string
    }>`select id from payment_methods where customer_id = ${customerId}`.execute(service.database.db)
    const ids = new Set(rows.map(({ id }) => id))
    const { body } = await service.send('GET', '/events?type=payment_method.expiring&limit=1000')
    return body.data.filter((event: { data: { object: { id: string } } }) => ids.has(event.data.object.id))
  }
  const warningsTo = async (customerId: string) =>
    (await service.send('GET', `/emails?customer_id=${customerId}&kind=card_expiring&order=asc`)).body.data
  const yearly = aMonthlyPlan({ interval: 'years' })

  test('causes one email and one event, two weeks before the charge', async () => {
    const { customerId, subscription } = await aSubscriber(service, yearly, await aCardOf(3))
    const { next_billing_date: chargedAt } = await subscription()
    await moveClock(service, new Date(Date.parse(chargedAt) - 3_600_000).toISOString())

    const twoWeeksBefore = new Date(Date.parse(chargedAt) - 14 * 86_400_000).toISOString()
    expect(await warningsTo(customerId)).toMatchObject([
      { created_at: twoWeeksBefore, status: 'sent', facts: { charged_at: chargedAt } },
    ])
    expect(await eventsOf(customerId)).toMatchObject([
      { created_at: twoWeeksBefore, data: { object: { details: { last4: '4242' } } } },
    ])
  })

  test('causes the event alone if the organization sends no emails', async () => {
    await setEmails('off')
    const { customerId } = await aSubscriber(service, yearly, await aCardOf(3))
    await moveClock(service, 'P11M25D')

    expect([await eventsOf(customerId), await warningsTo(customerId)]).toEqual([[expect.anything()], []])
  })

  test('causes one event for two subscriptions of a card, and an email for each charge', async () => {
    const first = await aSubscriber(service, yearly, await aCardOf(3))
    const { body: customer } = await service.send('GET', `/customers/${first.customerId}`)
    const again = await aShopper(service, {
      customer: { id: customer.id },
      plan: { id: (await createPlan(service, yearly)).id },
    })
    await again.pay({}, { payment_method: { id: customer.payment_methods[0].id }, ...(await consentOf(again)) })
    await moveClock(service, 'P11M25D')

    expect([(await warningsTo(customer.id)).length, (await eventsOf(customer.id)).length]).toEqual([2, 1])
  })
  const consentOf = async (shopper: {
    look(): Promise<{ body: { consent: { version: string }; now: { wall: string } } }>
  }) => {
    const { body } = await shopper.look()
    return { consent: { text: 'I agree.', locale: 'en', version: body.consent.version, at: body.now.wall } }
  }

  test('causes nothing for a card that is valid in the month of the charge', async () => {
    const { customerId } = await aSubscriber(service, yearly, await aCardOf(12))
    await moveClock(service, 'P11M27D')

    expect([await warningsTo(customerId), await eventsOf(customerId)]).toEqual([[], []])
  })

  test('causes nothing if the bank has renewed the card', async () => {
    const { customerId, row } = await aSubscriber(service, yearly, await aCardOf(3))
    await sql`update payment_methods set details = details || '{"exp_year": 2090, "exp_month": 12}' where customer_id = ${customerId}`.execute(
      service.database.db,
    )
    await moveClock(service, 'P11M25D')

    expect([await warningsTo(customerId), await eventsOf(customerId)]).toEqual([[], []])
    expect(await row()).toMatchObject({ cardWarningDueAt: null, cardExpiresAt: '2091-01-01T00:00:00.000Z' })
  })

  test('causes one event and one email if two servers find the card at the same time', async () => {
    const { customerId } = await aSubscriber(service, yearly, await aCardOf(3))
    await moveClock(service, 'P11M25D')
    const { db } = service.database
    await sql`delete from emails where customer_id = ${customerId} and kind = 'card_expiring'`.execute(db)
    await sql`update payment_methods set warned_of = null where customer_id = ${customerId}`.execute(db)
    await sql`update subscriptions set card_warned_for = null where customer_id = ${customerId}`.execute(db)

    const done = await Promise.all([
      runWork(service.billing, expiringCardWork),
      runWork(service.billing, expiringCardWork),
    ])

    expect(done.flat().map(({ what }) => what)).toEqual(['payment_method.expiring'])
    expect([(await warningsTo(customerId)).length, (await eventsOf(customerId)).length]).toEqual([1, 2])
  })
})
