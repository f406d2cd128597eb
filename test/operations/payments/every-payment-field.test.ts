import { accountTypes, operations } from '@billing-checkout/contract'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bundledBins } from '#server/bins/bundled-bins.ts'
import { csvBins } from '#server/bins/csv-bins.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aScriptedCalculator, registrations } from '../../support/processors/scripted-taxes.ts'
import { aCard, aMonthlyPlan, aShopper, createPlan, sealCard } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { payWithWallet } from '../../support/processors/wallets.ts'
import { useService } from '../../support/services/use-service.ts'

const bins = `first_digits,brand,funding,type,country,currency_code,issuer,description
40000000,visa,credit,consumer,US,USD,"Lantern Bank, N.A.",Visa Classic
`
const address = {
  country: 'DE',
  city: 'Berlin',
  line1: 'Unter den Linden 1',
  line2: 'Hinterhaus',
  postal_code: '10115',
  state: 'BE',
}

describeUsualDatabase('a payment', (open) => {
  const taxes = aScriptedCalculator()
  const service = useService(open, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ranges-'))
    writeFileSync(join(folder, 'bins.csv'), bins)
    const ranges = await csvBins(join(folder, 'bins.csv'), bundledBins)
    rmSync(folder, { recursive: true })
    return {
      taxes,
      bins: ranges,
      settings: {
        tax_registrations: registrations,
        tax_failure: 'sell_without_tax',
        statement_descriptor: 'LANTERN BOOKS',
      },
    }
  })

  const aBuyer = async (name: string, planId: string, { discount, quantity }: Bought = {}) =>
    aShopper(service, {
      customer: {
        external_id: name,
        email: `${name}@example.com`,
        full_name: 'Mina Okafor',
        phone: '+49 30 1234567',
        address,
        metadata: { shelf: 'poetry' },
      },
      plan: { id: planId, ...(quantity && { quantity }) },
      ...(discount && { discount }),
      payment: { metadata: { order: name } },
      subscription: { metadata: { seats: 1 } },
      options: { locale: 'de' },
    })
  const buy = async (name: string, number: string, planId: string, quantity?: number) => {
    const shopper = await aBuyer(name, planId, { quantity })
    const encrypted = await sealCard(service, shopper.sessionId, aCard({ number, exp_year: 2090 }))
    const method = { type: 'CARD', details: { encrypted }, billing_address: address }
    return (await shopper.pay({}, { payment_method: method })).body
  }

  test('fills every field of the interface in some real situation', async () => {
    const plan = await createPlan(service, aMonthlyPlan())
    const onTrial = await createPlan(
      service,
      aMonthlyPlan({
        trial_interval: 'days',
        trial_interval_count: 14,
        tax: { collect_tax: true },
        trial_price: { default: { amount: 400, currency: 'EUR' }, countries: [] },
      }),
    )
    const challenged = await buy('challenged', '4000000000003220', onTrial.id)
    await actionPages(service, challenged.next_action.url).answer('passed')
    const { body: refunded } = await service.send('POST', `/payments/refund/${challenged.id}`, {
      body: { amount: 100, reason: 'A page was torn.' },
    })
    const declined = await buy('declined', '4000000000009995', plan.id)
    const onceOnly = await buy('owing', '4000000000000341', plan.id)
    taxes.isDown = true
    const untaxed = await buy('untaxed', '4000000000003071', plan.id)
    taxes.isDown = false
    for (const type of accountTypes) await payWithWallet(service, await aBuyer(type, plan.id), type)
    for (const [name, off] of Object.entries({
      percent: { percent_off: 20 },
      amount: { amount_off: { amount: 100, currency: 'EUR' } },
    })) {
      const body = { name: 'Spring', duration: 'periods', periods: 6, ...off }
      const { body: discount } = await service.send('POST', '/discounts', { body })
      await (await aBuyer(name, plan.id, { discount: { id: discount.id } })).pay({ exp_year: 2090 })
    }
    const seats = await createPlan(service, aMonthlyPlan({ quantity: { min: 1, max: 5 } }))
    const team = await buy('team', '4242424242424242', seats.id, 3)
    // Moves the clock past the first retry of a declined renewal.
    await moveClock(service, 'P1M1D')

    const change = { id: untaxed.subscription.id, proration_billing_mode: 'at_period_end' }
    await service.send('PATCH', '/subscriptions', { body: { subscription: change, plan: { id: onTrial.id } } })
    const why = { reason: 'unused', comment: 'We read less now.' }
    await service.send('POST', `/subscriptions/schedule-cancel/${team.subscription.id}`, { body: why })

    const { body } = await service.send('GET', '/payments?limit=1000')
    const all = body.data as { id: string; payment_type: string; subscription: { id: string } | null }[]
    const find = (id: string) => all.find((payment) => payment.id === id)
    const renewalOf = (id: string) =>
      all.find((payment) => payment.payment_type === 'MIT' && payment.subscription?.id === id)
    const filled = new Set(all.flatMap((payment) => pathsOf(payment)))

    // A change at the end of a period begins no trial.
    const never = ['amount', 'currency'].map((name) => `subscription.scheduled_change.plan.trial_price.${name}`)
    expect(leavesOf(schema).filter((path) => !filled.has(path))).toEqual(never)
    expect(refunded).toMatchObject({
      amount: 476,
      lines: [
        { kind: 'trial', label: expect.any(String), amount: 400 },
        { kind: 'tax', label: '0.19', amount: 76 },
      ],
      payment_status: 'SETTLING',
      payment_type: 'CIT',
      payment_token_type: 'CARD_PAN',
      metadata: { order: 'challenged' },
      statement_descriptor: 'LANTERN BOOKS',
      customer: { external_id: 'challenged', email: 'challenged@example.com', address, metadata: { shelf: 'poetry' } },
      payment_method: {
        type: 'CARD',
        billing_address: address,
        details: {
          bin: '400000',
          bin_data: {
            brand: 'visa',
            country: 'US',
            currency_code: 'USD',
            description: 'Visa Classic',
            funding: 'credit',
            issuer: 'Lantern Bank, N.A.',
            type: 'consumer',
          },
          exp_month: 12,
          exp_year: 2090,
          is_network_tokenized: false,
          last4: '3220',
          number: '400000******3220',
        },
      },
      subscription: {
        status: 'trial',
        metadata: { seats: 1 },
        plan: {
          tax: { collect_tax: true },
          trial_interval: 'days',
          trial_interval_count: 14,
          trial_price: { amount: 400, currency: 'EUR' },
        },
      },
      refunded_amount: 100,
      refund: { amount: 100, status: 'succeeded' },
      avs_check: { result: { postal_code: 'pass', street_address: 'pass' } },
      cvc_check: { result: { cvc: 'pass' } },
      processor: { id: 'sandbox', type: 'sandbox' },
      tax: { amount_subtotal: 400, amount_tax: 76, behavior: 'exclusive', status: 'committed', error: null },
      three_d_secure: {
        status: 'authenticated',
        authentication_flow: 'challenge',
        electronic_commerce_indicator: { value: '05', liability_shift: true },
      },
    })
    expect(refunded.refund.processor_transaction_id).not.toBe(refunded.payment_details.processor_transaction_id)
    expect(find(declined.id)).toMatchObject({
      payment_status: 'DECLINED',
      subscription: null,
      status_reason: {
        status: 'declined',
        status_reason: { decline_code: 'insufficient_funds', advice_code: 'try_again_later' },
      },
    })
    expect(find(untaxed.id)).toMatchObject({ amount: 999, tax: { status: 'failed', amount_tax: 0 } })
    expect(find(onceOnly.id)?.subscription).toMatchObject({ status: 'past_due', past_due: { attempt_count: 2 } })
    expect(find(team.id)).toMatchObject({
      amount: 3566,
      lines: [
        { kind: 'plan', label: 'Reader', amount: 2997, quantity: 3 },
        { kind: 'tax', label: '0.19', amount: 569 },
      ],
    })
    // A renewal has no challenge, and refers to the authentication of the first payment.
    expect(renewalOf(refunded.subscription.id)).toMatchObject({
      amount: 1189,
      payment_token_type: 'PROCESSOR_TOKEN',
      payment_status: 'SETTLED',
      payment_method: { details: { last4: '3220' } },
      three_d_secure: { transaction_id: refunded.three_d_secure.transaction_id },
    })
  })
})

/** How a purchase differs from one unit without a discount. */
interface Bought {
  readonly discount?: object
  readonly quantity?: number | undefined
}

/** The parts of a JSON Schema that this test reads. */
interface Shape {
  readonly $ref?: string
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly $defs?: Readonly<Record<string, Shape>>
}

const { next_action: _, ...members } = operations.findPayment.answer.shape
/** The payment without `next_action`, which only the shopper's browser receives. */
const schema = z.toJSONSchema(z.strictObject(members), { unrepresentable: 'any' }) as Shape

/** The path of every field without fields of its own, in all variants of a schema. */
function leavesOf(shape: Shape, path = ''): string[] {
  const meant = shape.$ref === undefined ? shape : schema.$defs![shape.$ref.replace('#/$defs/', '')]!
  const kinds = meant.anyOf ?? meant.oneOf
  if (kinds !== undefined)
    return [...new Set(kinds.flatMap((kind) => leavesOf(kind, path)))].filter(
      (leaf, _place, all) => !all.some((other) => other.startsWith(`${leaf}.`)),
    )
  if (meant.properties === undefined) return [path]
  return Object.entries(meant.properties).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}.${name}`),
  )
}

/** Every path in a value that does not lead to null. */
const pathsOf = (value: unknown, path = ''): string[] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`)),
  ]
}
