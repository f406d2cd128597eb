import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aScriptedCalculator } from '../../support/processors/scripted-taxes.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { resultCodeOf } from '../../support/stories/plan-changes.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'

const in3Currencies = {
  default: { amount: 1000, currency: 'USD' },
  countries: [
    { countries: ['DE', 'FR'], price: { amount: 900, currency: 'EUR' } },
    { countries: ['JP'], price: { amount: 1500, currency: 'JPY' } },
  ],
}

describeUsualDatabase('previewCheckout, the preview of a checkout,', (open) => {
  const service = useService(open, {
    taxes: aScriptedCalculator(),
    settings: {
      tax_registrations: [
        { country: 'DE', region: null, behavior: 'exclusive' },
        { country: 'US', region: 'CA', behavior: 'exclusive' },
      ],
    },
  })
  const { aCode, aDiscount } = discountsAt(service)
  let plan: { id: string }
  beforeAll(async () => {
    plan = await createPlan(
      service,
      aMonthlyPlan({
        name: 'Seats',
        price: in3Currencies,
        trial_interval: 'days',
        trial_interval_count: 14,
        quantity: { min: 2, max: 20 },
      }),
    )
  })

  const preview = (body: object = {}, more: object = {}) =>
    service.send('POST', '/checkout/preview', { body: { plan: { id: plan.id }, ...body }, ...more })
  /** The members of a checkout that all sessions of the same sale share, with times cut to days. */
  const shownOf = ({ body: { session, quote, ...checkout } }: Answer) => {
    const shown = {
      ...pick(checkout, ['quote_display', 'purpose', 'missing', 'phase', 'consent', 'discount', 'locale', 'refusal']),
      ...pick(checkout, ['method_kinds', 'connections', 'merchant', 'allow_codes', 'tax_address', 'subscription']),
      quote: { ...quote, id: null },
      plan: session.plan,
      details: session.currency_details,
    }
    return JSON.parse(JSON.stringify(shown).replace(/T\d\d:\d\d:\d\d\.\d+Z/g, ''))
  }
  const pick = (whole: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, whole[name]]))

  test.each([
    ['a country with a price of its own', { country: 'DE', locale: 'de' }],
    ['a country with the default price', { country: 'GB', locale: 'en' }],
    ['a state whose tax is added', { country: 'US', state: 'CA', locale: 'en' }],
    ['a country whose state is still unknown', { country: 'US', locale: 'en' }],
    ['several units', { country: 'JP', locale: 'ja' }, 5],
  ])('shows for %s what a session shows to a new customer', async (_, place, quantity = 2) => {
    const discount = await aCode()
    const { country, state, locale } = place as { country: string; state?: string; locale: string }
    const sold = { plan: { id: plan.id, quantity }, discount: { id: discount.id } }

    const previewed = await preview({ ...place, ...sold })
    const shopper = await aShopper(service, {
      ...sold,
      customer: { external_id: crypto.randomUUID(), address: { country, state } },
      options: { locale },
    })
    const seen = await shopper.look()

    expect(previewed.status).toBe(200)
    expect(shownOf(previewed)).toEqual(shownOf(seen))
  })

  test('contains neither token nor session, and stores nothing', async () => {
    const count = async () =>
      (
        await sql`select (select count(*) from client_sessions) as sessions, (select count(*) from customers) as customers,
          (select count(*) from events) as events, (select count(*) from audit_entries) as entries`.execute(
          service.database.db,
        )
      ).rows
    const before = await count()

    const { body } = await preview({ country: 'DE' })
    const look = await service.send('GET', `/checkout/${body.session.id}`, { key: null })

    expect([body.client_token, body.wallet_frames, body.payment, body.payment_methods]).toEqual([null, [], null, []])
    expect(resultCodeOf(look)).toBe('not_found')
    expect(await count()).toEqual(before)
  })

  test('shows the default price without a country', async () => {
    const { body } = await preview()
    expect([body.session.plan.amount, body.session.plan.currency, body.locale]).toEqual([1000, 'USD', 'en'])
  })

  test('is allowed to a key that may read plans, and not to a key for discounts', async () => {
    const { organizationId } = service
    const reader = await service.addKey(organizationId, { plans: 'read' })
    const other = await service.addKey(organizationId, { discounts: 'write' })

    expect((await preview({}, { key: reader })).status).toBe(200)
    // A key that only reads plans must not preview codes, because it could then be used to guess codes.
    expect(resultCodeOf(await preview({ discount: { code: 'NOBODY' } }, { key: reader }))).toBe(
      'insufficient_permission',
    )
    expect(resultCodeOf(await preview({}, { key: other }))).toBe('insufficient_permission')
  })

  test.each([
    ['an unknown country', { country: 'XX' }, 'invalid_parameter'],
    ['an invalid locale', { locale: '!' }, 'invalid_parameter'],
    ['a quantity that the plan is not sold in', { plan: { id: null, quantity: 21 } }, 'invalid_parameter'],
    ['an unknown code', { discount: { code: 'NOBODY' } }, 'discount_invalid'],
    ['a discount in another currency', 'amount', 'discount_invalid'],
  ])('refuses %s as a session does', async (_, wrong, code) => {
    const off = { percent_off: null, amount_off: { amount: 100, currency: 'GBP' } }
    const asked =
      wrong === 'amount'
        ? { discount: { id: (await aDiscount(off)).id } }
        : typeof wrong === 'object' && 'plan' in wrong
          ? { plan: { ...wrong.plan, id: plan.id } }
          : (wrong as object)

    expect(resultCodeOf(await preview(asked))).toBe(code)
    expect(
      resultCodeOf(
        await service.send('POST', '/client-session', { body: sessionOf(asked as Record<string, unknown>) }),
      ),
    ).toBe(code)
  })

  const sessionOf = ({ country, locale, ...members }: Record<string, unknown>): object => ({
    customer: { external_id: 'someone', ...(country !== undefined && { address: { country } }) },
    plan: { id: plan.id },
    ...members,
    ...(locale !== undefined && { options: { locale } }),
  })
})
