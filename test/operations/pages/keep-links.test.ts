import { addInterval } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import type { StoredEmail } from '#server/emails/stored-mailer.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { changesAt, monthlyAt } from '../../support/stories/plan-changes.ts'
import { aMonthlyPlan, anEmail, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock, restSubscribers } from '../../support/stories/subscriber.ts'

describeEachDatabase('links by which a customer takes a cancellation back', (open) => {
  const service = useService(open, () => ({ settings: { display_name: 'Folio', emails: 'send' } }))
  const { aChange, patch } = changesAt(() => service)

  const linkIn = async (subscriptionId: string): Promise<string | undefined> => {
    const { message } = await service.database.db
      .selectFrom('storedEmails')
      .innerJoin('emails', 'emails.id', 'storedEmails.id')
      .select('message')
      .where('emails.subscriptionId', '=', subscriptionId)
      .where('emails.kind', '=', 'cancellation')
      .orderBy('emails.id', 'desc')
      .executeTakeFirstOrThrow()
    return /http:\S+\/pay\/keep\/[0-9a-f]{40}/.exec((message as StoredEmail).text)?.[0]
  }
  /** A subscriber who has cancelled without signing in, and the link in the email about that. */
  const aCanceller = async (plan: object = aMonthlyPlan()) => {
    await restSubscribers(service)
    const email = anEmail()
    const subscriber = await aSubscriber(service, plan, {}, { email })
    await service.send('POST', '/declarations', { body: { kind: 'cancel', email } })
    await moveClock(service, 'PT1M')
    return { ...subscriber, url: (await linkIn(subscriber.id))! }
  }
  const get = (url: string, locale = 'en') => fetch(url, { headers: { 'Accept-Language': locale } })
  const press = async (url: string) => {
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await get(url)).text()) ?? []
    return post(url, token)
  }
  const post = (url: string, token: string) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ token }) })

  test('the button of its page keeps the subscription, and then the page says when it is charged next', async () => {
    const { url, subscription, payments } = await aCanceller()
    const { current_period_end: end } = await subscription()

    const page = await (await get(url)).text()
    expect(page).toContain('Keep subscription')
    expect((await subscription()).status).toBe('scheduled_for_cancellation')
    const pressed = await press(url)

    expect(pressed.status).toBe(303)
    expect(await subscription()).toMatchObject({ status: 'active', next_billing_date: end })
    expect(await (await get(url)).text()).toContain('Next payment')
    expect(await payments()).toHaveLength(1)
  })

  test('two presses at once keep it once, and a later cancellation by the merchant is not taken back', async () => {
    const { id, url, subscription } = await aCanceller()
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await get(url)).text())!

    await Promise.all([post(url, token), post(url, token)])
    const events = (await service.send('GET', '/events?type=subscription.updated&limit=100')).body.data
    const kept = events.filter(
      ({ data }: { data: { object: { id: string; status: string } } }) =>
        data.object.id === id && data.object.status === 'active',
    )
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, status: 'scheduled_for_cancellation' } },
    })
    await post(url, token)

    expect(kept).toHaveLength(1)
    expect((await get(url)).status).toBe(404)
    expect((await subscription()).status).toBe('scheduled_for_cancellation')
  })

  test('a subscription that was resumed without the link and cancelled by the merchant is not kept by it', async () => {
    const { id, url, subscription } = await aCanceller()
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await get(url)).text())!
    for (const status of ['active', 'scheduled_for_cancellation'])
      await service.send('PATCH', '/subscriptions', { body: { subscription: { id, status } } })

    await post(url, token)

    expect((await subscription()).status).toBe('scheduled_for_cancellation')
    expect((await get(url)).status).toBe(404)
  })

  test('after a change that credit pays for, a later cancellation by the merchant is not taken back', async () => {
    const canceller = await aCanceller(monthlyAt(9000))
    const { id, url, subscription } = canceller
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await get(url)).text())!
    const change = await aChange(canceller, await createPlan(service, monthlyAt(3000)))
    expect((await change.patch()).body).toMatchObject({ status: 'active', cancellation: null })
    await patch(id, { status: 'scheduled_for_cancellation' })

    await post(url, token)

    expect((await subscription()).status).toBe('scheduled_for_cancellation')
    expect((await get(url)).status).toBe(404)
  })

  test('a form of another page keeps nothing', async () => {
    const { url, subscription } = await aCanceller()

    expect((await post(url, 'another')).status).toBe(303)

    expect((await subscription()).status).toBe('scheduled_for_cancellation')
  })

  test('once the subscription has ended, the link leads to the page of ended links', async () => {
    const { url, subscription } = await aCanceller()
    await moveClock(service, (await subscription()).current_period_end)

    expect((await get(url)).status).toBe(404)
    await press(url)

    expect((await subscription()).status).toBe('cancelled')
  })

  test('the email about a cancellation by the merchant has no such link', async () => {
    await restSubscribers(service)
    const { id } = await aSubscriber(service, aMonthlyPlan())
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, status: 'scheduled_for_cancellation' } },
    })
    await moveClock(service, 'PT1M')

    expect(await linkIn(id)).toBeUndefined()
  })

  test('a subscription that renews until a later end is kept before that, also after its last renewal', async () => {
    await restSubscribers(service)
    const email = anEmail()
    const [one, other] = [1, 2].map(() => aSubscriber(service, aMonthlyPlan(), {}, { email }))
    const subscribers = [await one!, await other!]
    const { current_period_end: end } = await subscribers[0]!.subscription()
    const date = addInterval(end, 'days', 3)
    await service.send('POST', '/declarations', { body: { kind: 'cancel', email, requested_end_at: date } })
    await moveClock(service, 'PT1M')
    const [first, second] = await Promise.all(subscribers.map(({ id }) => linkIn(id)))

    expect(await (await get(first!)).text()).toContain('Renewals until then, each at the agreed price: <bdi>1</bdi>')
    await press(first!)
    await moveClock(service, date)
    await press(second!)

    for (const { subscription, payments } of subscribers) {
      expect(await subscription()).toMatchObject({ status: 'active', cancellation: null })
      expect(await payments()).toHaveLength(2)
    }
  })

  test('the page is written in the browser’s language and direction', async () => {
    const { url } = await aCanceller()

    expect(await (await get(url, 'ar')).text()).toContain('<html lang="ar" dir="rtl">')
    expect(await (await get(url, 'de')).text()).toContain('Abonnement')
  })
})
