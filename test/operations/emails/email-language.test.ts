import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aBuyer, aMonthlyPlan, anEmail, aShopper, createPlan, type Shopper } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

describeEachDatabase('the language of emails', (open) => {
  const service = useService(open, { settings: { emails: 'send', locale: 'nl' } })
  const buy = async (members: object) => (await aBuyer(service, (await createPlan(service)).id, members)).pay()
  const create = async (body: object) => (await service.send('POST', '/customers', { body })).body
  const localeOf = async (id: string) => (await service.send('GET', `/customers/${id}`)).body.locale
  const languagesOf = async (id: string) => {
    await moveClock(service, 'PT1M')
    const { body } = await service.send('GET', `/emails?customer_id=${id}&order=asc`)
    return body.data.map(({ locale }: { locale: string }) => locale)
  }

  test('a paid session with a locale sets the customer’s language, for a new or an existing customer', async () => {
    const { body: first } = await buy({ options: { locale: 'de-CH' } })
    const { id } = first.customer
    expect(await localeOf(id)).toBe('de-CH')

    const known = await buy({ customer: { id }, options: { locale: 'fr' } })
    expect([known.body.payment_status, await localeOf(id)]).toEqual(['SETTLING', 'fr'])
    const silent = await buy({ customer: { id } })
    expect([silent.body.payment_status, await localeOf(id)]).toEqual(['SETTLING', 'fr'])
  })

  test('a session that is not paid changes no language', async () => {
    const { id } = await create({ locale: 'it' })
    await buy({ customer: { id }, options: { locale: 'fr' } })
    const declined = await (
      await aShopper(service, {
        customer: { id, email: anEmail() },
        plan: { id: (await createPlan(service)).id },
        options: { locale: 'sv' },
      })
    ).pay({ number: '4000000000000002' })

    expect([declined.body.payment_status, await localeOf(id)]).toEqual(['DECLINED', 'fr'])
  })

  test('PATCH /customers replaces the language with an event, null clears it, and an invalid tag is refused', async () => {
    const { id, locale } = await create({ locale: 'it' })
    expect(locale).toBe('it')
    expect((await create({})).locale).toBeNull()
    const patch = (body: object) => service.send('PATCH', `/customers/${id}`, { body })

    expect((await patch({ locale: 'pt-BR' })).body.locale).toBe('pt-BR')
    expect((await patch({ metadata: { a: 1 } })).body.locale).toBe('pt-BR')
    const { body: events } = await service.send('GET', '/events?limit=1000')
    expect(
      events.data.find(
        ({ type, data }: { type: string; data: { object: { id: string } } }) =>
          type === 'customer.updated' && data.object.id === id,
      ).data.object.locale,
    ).toBe('pt-BR')
    expect((await patch({ locale: null })).body.locale).toBeNull()
    const refused = await patch({ locale: 'not a language' })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_parameter'])
  })

  test('emails are in the customer’s language, otherwise in the consent’s, otherwise in the organization’s', async () => {
    const pays = async (shopper: Shopper, locale: string) => {
      const seen = await shopper.look()
      const { body } = await shopper.payAsSeen({ ...seen, body: { ...seen.body, locale } })
      return body.customer.id as string
    }
    const plan = await createPlan(service, aMonthlyPlan())
    const named = await create({ email: anEmail(), locale: 'ja' })
    const silent = await create({ email: anEmail() })
    const ofCustomer = await pays(await aShopper(service, { customer: { id: named.id }, plan: { id: plan.id } }), 'de')
    const ofConsent = await pays(await aShopper(service, { customer: { id: silent.id }, plan: { id: plan.id } }), 'de')

    expect(await languagesOf(ofCustomer)).toEqual(['ja'])
    expect(await languagesOf(ofConsent)).toEqual(['de'])
  })

  test('a change of language applies to emails that were not handed over yet', async () => {
    const { body: payment } = await buy({ options: { locale: 'de' } })
    const { id } = payment.customer
    await service.send('PATCH', `/customers/${id}`, { body: { locale: 'es' } })

    expect(await languagesOf(id)).toEqual(['es'])
  })

  test('a client token does not see the language, and an erasure removes it', async () => {
    const { body: shown } = await buy({ options: { locale: 'de' } })
    const { id } = shown.customer
    expect(shown.customer.locale).toBeNull()
    const key = await service.addKey(service.organizationId, { erasure: 'write' })

    const { body: erased } = await service.send('DELETE', `/customers/${id}?cancel_subscriptions=true`, { key })

    expect([erased.erased_at, erased.locale]).toEqual([expect.any(String), null])
  })
})
