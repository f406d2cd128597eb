import { expect, test } from 'vitest'
import type { StoredEmail } from '#server/emails/stored-mailer.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { aBuyer, aMonthlyPlan, anEmail, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describeEachDatabase('notices before a charge', (open) => {
  const service = useService(open, { settings: { emails: 'send' } })
  const emailsOf = async (subscription: { readonly id: string }) =>
    (await service.send('GET', `/emails?subscription_id=${subscription.id}&order=asc`)).body.data
  const noticesOf = async (subscription: { readonly id: string }) =>
    (await emailsOf(subscription)).filter(({ facts }: { facts: { charged_at?: string } }) => facts.charged_at)
  const daysAhead = ({ created_at: at, facts }: { created_at: string; facts: { charged_at: string } }) =>
    Math.round((Date.parse(facts.charged_at) - Date.parse(at)) / 86_400_000)

  test('a trial is announced 8 days ahead for a Visa card and 4 days ahead for a Mastercard', async () => {
    const plan = aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 14 })
    const visa = await aSubscriber(service, plan)
    const mastercard = await aSubscriber(service, plan, { number: '5555555555554444' })
    await moveClock(service, 'P15D')

    const ofVisa = await noticesOf(visa)
    expect(ofVisa.map(daysAhead)).toEqual([8])
    expect(ofVisa).toMatchObject([{ kind: 'trial_ending', status: 'sent', facts: { amount: 999, currency: 'EUR' } }])
    expect((await noticesOf(mastercard)).map(daysAhead)).toEqual([4])
  })

  test('a trial without a payment method is announced with a button to the portal, which adds a method', async () => {
    const { id: planId } = await createPlan(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 14 }))
    const { body: customer } = await service.send('POST', '/customers', { body: { email: anEmail() } })
    const { body: subscription } = await service.send('POST', '/subscriptions', {
      body: { customer: { id: customer.id }, plan: { id: planId } },
    })
    await moveClock(service, 'P12D')
    const [notice] = await noticesOf(subscription)
    const { message } = await service.database.db
      .selectFrom('storedEmails')
      .select('message')
      .where('id', '=', notice.id)
      .executeTakeFirstOrThrow()

    expect(notice).toMatchObject({ kind: 'trial_ending', facts: { amount: 999 } })
    const { text, html } = message as StoredEmail
    const page = `/portal?organization=${service.organizationId}`
    expect(text).toMatch(/No payment method is stored\. Add one before .+, so that €9\.99 can be paid on that day\./)
    expect(text).toContain(page)
    expect(html).toMatch(new RegExp(`<a [^>]*href="[^"]*${page.replace('?', '\\?')}"[^>]*>Add payment method</a>`))
  })

  test('a yearly renewal is announced with the amount that is charged', async () => {
    const mastercard = { number: '5555555555554444' }
    const inGermany = { address: { country: 'DE' } }
    const yearly = await aSubscriber(service, aMonthlyPlan({ interval: 'years' }), mastercard, inGermany)
    await moveClock(service, 'P1Y')
    await moveClock(service, 'P1D')

    const emails = await emailsOf(yearly)
    const notice = emails.find(({ kind }: { kind: string }) => kind === 'renewal_notice')
    const receipt = emails.find(({ kind }: { kind: string }) => kind === 'receipt')
    expect(daysAhead(notice)).toBe(30)
    expect(notice.facts.amount).toBe(receipt.facts.amount)
  })

  test('a customer of unknown country gets the notices of every country', async () => {
    const yearly = await aSubscriber(service, aMonthlyPlan({ interval: 'years' }))
    await moveClock(service, 'P1Y')

    const notices = (await noticesOf(yearly)).filter(({ kind }: { kind: string }) => kind === 'renewal_notice')
    expect(notices.map(daysAhead)).toEqual([60, 30])
  })

  test('a monthly renewal of a Visa card is not announced', async () => {
    const monthly = await aSubscriber(service, aMonthlyPlan())
    await moveClock(service, 'P2M')

    expect(await noticesOf(monthly)).toEqual([])
  })

  test('the end of a discount is announced with the prices before and after it, and the announced price is charged', async () => {
    const { aDiscount, aPlan } = discountsAt(service)
    const [plan, discount] = [await aPlan(), await aDiscount({ periods: 2 })]
    const shopper = await aBuyer(service, plan.id, { discount: { id: discount.id }, customer: { email: anEmail() } })
    const { body: payment } = await shopper.pay({ exp_year: 2090 })
    const { id } = payment.subscription
    await moveClock(service, 'P1M')
    expect(await noticesOf({ id })).toEqual([])

    await moveClock(service, 'P1M')

    const notices = await noticesOf({ id })
    expect(notices.map(daysAhead)).toEqual([8])
    expect(notices).toMatchObject([
      { kind: 'price_change', status: 'sent', facts: { price_before: 800, price_after: 1000, currency: 'EUR' } },
    ])
    const receipts = (await emailsOf({ id })).filter(({ kind }: { kind: string }) => kind === 'receipt')
    expect(receipts.map(({ facts }: { facts: { amount: number } }) => facts.amount)).toEqual([800, 1000])
    await moveClock(service, 'P1M')
    expect(await noticesOf({ id })).toHaveLength(1)
  })

  test('the merchant’s own number of days counts within the limits of the rules', async () => {
    const { aDiscount, aPlan } = discountsAt(service)
    const set = (settings: object) =>
      updateOrganization(
        service.database.db,
        service.organizationId,
        { settings: { ...settings } },
        new Date().toISOString(),
      )
    await set({ notice_days: { trial_ending: 12, price_change: 20 } })
    const trial = aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 14 })
    const [visa, mastercard] = [
      await aSubscriber(service, trial),
      await aSubscriber(service, trial, { number: '5555555555554444' }),
    ]
    const [plan, discount] = [await aPlan(), await aDiscount({ duration: 'once', periods: undefined })]
    const shopper = await aBuyer(service, plan.id, { discount: { id: discount.id }, customer: { email: anEmail() } })
    const { body: payment } = await shopper.pay({ exp_year: 2090 })
    await moveClock(service, 'P1M')
    await set({ notice_days: {} })

    expect((await noticesOf(visa)).map(daysAhead)).toEqual([12])
    expect((await noticesOf(mastercard)).map(daysAhead)).toEqual([4])
    expect((await noticesOf(payment.subscription)).map(daysAhead)).toEqual([20])
  })

  test('a change of plan that ends a discount causes no notice about a price that was never paid', async () => {
    const { aPlan, aDiscount } = discountsAt(service)
    const [plan, dearer] = [
      await aPlan(),
      await aPlan({ price: { default: { amount: 3000, currency: 'EUR' }, countries: [] } }),
    ]
    const discount = await aDiscount({ periods: 12, plans: [plan.id] })
    const shopper = await aBuyer(service, plan.id, { discount: { id: discount.id }, customer: { email: anEmail() } })
    const { body: payment } = await shopper.pay({ exp_year: 2090 })
    const { id } = payment.subscription
    const changed = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id }, plan: { id: dearer.id } },
    })
    await moveClock(service, 'P1M')

    expect(changed.body).toMatchObject({ plan: { id: dearer.id }, discount: null })
    expect(await noticesOf({ id })).toEqual([])
  })

  test('a subscription that ends with its period gets no notice, and gets one after it is resumed', async () => {
    const plan = aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 30 })
    const cancelled = await aSubscriber(service, plan)
    await service.send('POST', `/subscriptions/schedule-cancel/${cancelled.id}`)
    await moveClock(service, 'P22DT1H')
    expect(await noticesOf(cancelled)).toEqual([])

    await service.send('PATCH', '/subscriptions', { body: { subscription: { id: cancelled.id, status: 'active' } } })
    await moveClock(service, 'PT1H')

    expect(await noticesOf(cancelled)).toMatchObject([{ kind: 'trial_ending' }])
  })

  test('a change of plan after a notice is announced again, with the amount that is charged', async () => {
    const inNewYork = { address: { country: 'US', state: 'NY' } }
    const yearly = await aSubscriber(service, aMonthlyPlan({ interval: 'years' }), {}, inNewYork)
    const dearer = await createPlan(
      service,
      aMonthlyPlan({ interval: 'years', price: { default: { amount: 1999, currency: 'EUR' }, countries: [] } }),
    )
    await moveClock(
      service,
      new Date(Date.parse((await yearly.subscription()).next_billing_date) - 28 * 86_400_000).toISOString(),
    )
    await service.send('PATCH', '/subscriptions', {
      body: {
        subscription: { id: yearly.id },
        plan: { id: dearer.id },
      },
    })
    await moveClock(service, 'P30D')

    const notices = (await noticesOf(yearly)).filter(({ kind }: { kind: string }) => kind === 'renewal_notice')
    expect(notices.map(({ facts }: { facts: { amount: number } }) => facts.amount)).toEqual([999, 1999])
    expect((await yearly.payments()).at(-1).amount).toBe(1999)
  })

  test('a late notice is sent before its charge', async () => {
    const mastercard = { number: '5555555555554444' }
    const inGermany = { address: { country: 'DE' } }
    const yearly = await aSubscriber(service, aMonthlyPlan({ interval: 'years' }), mastercard, inGermany)
    const soon = new Date(Date.parse((await service.send('GET', '/sandbox/clock')).body.now) + 3 * 86_400_000)
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: yearly.id, next_billing_date: soon.toISOString() } },
    })
    await moveClock(service, 'PT1M')

    expect(await noticesOf(yearly)).toMatchObject([
      { kind: 'renewal_notice', facts: { charged_at: soon.toISOString() } },
    ])
  })
})
