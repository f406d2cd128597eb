import { addInterval } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import type { StoredEmail } from '#server/emails/stored-mailer.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aMonthlyPlan, anEmail, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock, endAllSubscriptions } from '../../support/stories/subscriber.ts'

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
    await endAllSubscriptions(service)
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
  const tokenOn = async (url: string) => /name="token" value="([^"]+)"/.exec(await (await get(url)).text())?.[1] ?? ''
  const dayOf = (at: string) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))
  /** Status and sentence of a page, and whether it has a way to the account and a button. */
  const answerOf = async (url: string) => {
    const answer = await get(url)
    const text = await answer.text()
    const [, said] = /<p>(.*?)\. Nothing more is charged\.<\/p>/.exec(text) ?? []
    return [answer.status, said, text.includes('/portal?organization='), text.includes('<form')]
  }
  const saysThatItEnds = async (url: string, end: string) =>
    expect(await answerOf(url)).toEqual([410, `Your subscription runs until <bdi>${dayOf(end)}</bdi>`, true, false])
  const post = (url: string, token: string) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ token }) })

  test('the button on the link’s page keeps the subscription, and then the page states the next charge', async () => {
    const { url, subscription, payments } = await aCanceller()
    const { current_period_end: end } = await subscription()

    const page = await (await get(url)).text()
    expect(page).toContain('Keep subscription')
    expect((await subscription()).status).toBe('scheduled_for_cancellation')
    const pressed = await press(url)

    expect(pressed.status).toBe(303)
    expect(await subscription()).toMatchObject({ status: 'active', next_billing_date: end })
    const kept = await get(url)
    expect(kept.status).toBe(200)
    const said = await kept.text()
    for (const words of ['Your subscription continues', 'Next payment', 'Open account']) expect(said).toContain(words)
    expect(said).not.toContain('<form')
    expect(await payments()).toHaveLength(1)
  })

  test('two presses at the same time keep it once, and a later cancellation by the merchant is not taken back', async () => {
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
    await saysThatItEnds(url, (await subscription()).current_period_end)
    expect((await subscription()).status).toBe('scheduled_for_cancellation')
  })

  test('a link does not keep a subscription that was resumed without it and then cancelled by the merchant', async () => {
    const { id, url, subscription } = await aCanceller()
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await get(url)).text())!
    for (const status of ['active', 'scheduled_for_cancellation'])
      await service.send('PATCH', '/subscriptions', { body: { subscription: { id, status } } })

    await post(url, token)

    expect((await subscription()).status).toBe('scheduled_for_cancellation')
    await saysThatItEnds(url, (await subscription()).current_period_end)
  })

  test('after a change that credit pays for, a later cancellation by the merchant is not taken back', async () => {
    const canceller = await aCanceller(monthlyPlanAt(9000))
    const { id, url, subscription } = canceller
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await get(url)).text())!
    const change = await aChange(canceller, await createPlan(service, monthlyPlanAt(3000)))
    expect((await change.patch()).body).toMatchObject({ status: 'active', cancellation: null })
    await patch(id, { status: 'scheduled_for_cancellation' })

    await post(url, token)

    expect((await subscription()).status).toBe('scheduled_for_cancellation')
    await saysThatItEnds(url, (await subscription()).current_period_end)
  })

  test('a form with another page’s token keeps no subscription', async () => {
    const { url, subscription } = await aCanceller()

    expect((await post(url, 'another')).status).toBe(303)

    expect((await subscription()).status).toBe('scheduled_for_cancellation')
  })

  test('after the end of the subscription, the page states its date and cannot keep the subscription', async () => {
    const { url, subscription } = await aCanceller()
    const { current_period_end: end } = await subscription()
    const token = await tokenOn(url)
    await moveClock(service, end)

    expect(await answerOf(url)).toEqual([410, `Your subscription ended on <bdi>${dayOf(end)}</bdi>`, true, false])
    expect((await post(url, token)).status).toBe(303)

    expect((await subscription()).status).toBe('cancelled')
  })

  test('for a subscription that the merchant ended at once, the page states that day', async () => {
    const { id, url, subscription } = await aCanceller()
    await patch(id, { status: 'cancelled' })
    const { updated_at: endedAt } = await subscription()

    expect(await answerOf(url)).toEqual([410, `Your subscription ended on <bdi>${dayOf(endedAt)}</bdi>`, true, false])
  })

  test('an expired, a made-up and an invalid link show the same page, which names no merchant', async () => {
    const { url, subscription } = await aCanceller()
    const token = await tokenOn(url)
    await service.database.db
      .updateTable('recoveryLinks')
      .set({ expiresAt: '2026-01-01T00:00:00Z' })
      .where('subscriptionId', '=', (await subscription()).id)
      .execute()
    const madeUp = [url.replace(/[0-9a-f]{40}$/, 'a'.repeat(40)), `${url}0`]

    const pages = await Promise.all(
      [url, ...madeUp].map(async (each) => {
        const answer = await get(each)
        return [answer.status, await answer.text()]
      }),
    )

    expect(new Set(pages.map(([, text]) => text)).size).toBe(1)
    expect(pages.map(([status]) => status)).toEqual([404, 404, 404])
    expect(pages[0]![1]).toContain('This link no longer works')
    expect(pages[0]![1]).not.toContain('Folio')
    expect((await post(url, token)).status).toBe(303)
    expect((await subscription()).status).toBe('scheduled_for_cancellation')
  })

  test('the email about a cancellation by the merchant has no such link', async () => {
    await endAllSubscriptions(service)
    const { id } = await aSubscriber(service, aMonthlyPlan())
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, status: 'scheduled_for_cancellation' } },
    })
    await moveClock(service, 'PT1M')

    expect(await linkIn(id)).toBeUndefined()
  })

  test('a subscription that renews until a later end can be kept before that end, also after its last renewal', async () => {
    await endAllSubscriptions(service)
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
    await press(url)
    expect(await (await get(url, 'ja')).text()).toContain('契約は継続')
  })
})
