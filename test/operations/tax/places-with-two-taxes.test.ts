import { expect, test } from 'vitest'
import { bundledTaxes } from '#server/taxes/bundled/bundled-taxes.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('places with two taxes', (open) => {
  const service = useService(open, {
    taxes: bundledTaxes('live'),
    settings: { tax_registrations: [{ country: 'CA', region: null, behavior: 'exclusive' }] },
  })

  const aBuyerIn = async (state: string, amount: number) => {
    const price = { default: { amount, currency: 'CAD' }, countries: [] }
    const plan = await createPlan(service, aMonthlyPlan({ price }))
    return aShopper(service, {
      customer: { email: anEmail(), address: { country: 'CA', state } },
      plan: { id: plan.id },
    })
  }
  const find = async (id: string) => (await service.send('GET', `/payments/${id}`)).body

  test('are shown as two lines and two taxes, each rounded by itself', async () => {
    const shopper = await aBuyerIn('Québec', 999)

    const { body: checkout } = await shopper.look()
    const { body: payment } = await shopper.pay()
    const { body: receipt } = await shopper.look()

    // Each tax is rounded by itself: 5 % of 999 is 49.95, and 9.975 % is 99.65. Together, 14.975 % are 149.60.
    const breakdown = [
      { name: 'GST', rate: '0.05', amount: 50 },
      { name: 'QST', rate: '0.09975', amount: 100 },
    ]
    expect(checkout.quote).toMatchObject({
      tax: { amount: 150, rate: '0.14975', breakdown },
      lines: [{ kind: 'plan' }, { kind: 'tax', label: 'GST', amount: 50 }, { kind: 'tax', label: 'QST', amount: 100 }],
      due_now: { amount: 1149 },
    })
    expect(checkout.quote_display).toMatchObject({
      lines: [{ kind: 'plan' }, { label: 'GST 5%' }, { label: 'QST 9.975%' }],
      tax: { parts: [{ label: 'GST 5%' }, { label: 'QST 9.975%' }] },
    })
    expect(payment).toMatchObject({ amount: 1149, tax: { amount_tax: 150, breakdown } })
    expect(receipt.quote_display.lines).toEqual(checkout.quote_display.lines)
  })

  test.each([
    ['BC', ['GST', 'PST'], 120],
    ['MB', ['GST', 'RST'], 120],
    ['SK', ['GST', 'PST'], 110],
    ['ON', [null], 130],
    ['AB', [null], 50],
  ])('in %s the taxes are called %j and come to %s of 1,000', async (state, names, tax) => {
    const { body } = await (await aBuyerIn(state, 1000)).pay()

    expect(body.tax.breakdown.map(({ name }: { name: string | null }) => name)).toEqual(names)
    expect(body.tax.amount_tax).toBe(tax)
  })

  test('are refunded in parts, each to the last cent', async () => {
    const { body: payment } = await (await aBuyerIn('QC', 999)).pay()
    const refunds = []

    for (const amount of [333, 333, 483]) {
      await service.send('POST', `/payments/refund/${payment.id}`, { body: { amount } })
      refunds.push((await find(payment.id)).refund)
    }

    expect(refunds.map(({ tax_breakdown: taxes }) => taxes.map(({ name }: { name: string }) => name))).toEqual(
      Array.from({ length: 3 }, () => ['GST', 'QST']),
    )
    for (const [index, whole] of [50, 100].entries())
      expect(refunds.reduce((sum, { tax_breakdown: taxes }) => sum + taxes[index].amount, 0)).toBe(whole)
    for (const { amount_tax: tax, tax_breakdown: taxes } of refunds)
      expect(taxes.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(tax)
  })
})
