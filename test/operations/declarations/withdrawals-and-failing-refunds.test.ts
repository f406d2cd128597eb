import { expect, test } from 'vitest'
import { closeObligation } from '#server/billing/operator/close-obligation.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { failingRefundCard } from '../../support/processors/refunds-with-news.ts'
import { useService } from '../../support/services/use-service.ts'
import { thirtyDayReaderPlanAt } from '../../support/stories/readers.ts'
import { aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

const price = 3000
/** A card whose charges are disputed after a day; the merchant wins two weeks later. */
const disputeIsWon = '4000000000002685'
const aBook = {
  name: 'The Book',
  type: 'one-off',
  price: { default: { amount: price, currency: 'EUR' }, countries: [] },
}

describeEachDatabase('a withdrawal whose calculation included a refund or a dispute', (open) => {
  const service = useService(open, { settings: { emails: 'events' }, hostedPages: 'off' })
  let buyers = 0
  const set = (settings: object) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { withdrawal_url: 'https://shop.example/withdraw', ...settings } },
      new Date().toISOString(),
    )

  /** A buyer of a book, or a reader of 30 days for 30.00 who requested immediate supply. */
  const aBuyer = async (number: string, { reads = false }: { readonly reads?: boolean } = {}) => {
    await set({ digital_supply: reads ? 'service' : 'none', withdrawals: 'refund' })
    const email = `counted${(buyers += 1)}@example.com`
    const plan = await createPlan(service, reads ? thirtyDayReaderPlanAt(price) : aBook)
    const shopper = await aShopper(service, { customer: { email, country: 'DE' }, plan: { id: plan.id } })
    const seen = await shopper.look()
    const consent = { ...aReceipt(seen.body), ...(reads && { immediate_supply: 'service' }) }
    const { body: payment } = await shopper.payAsSeen(seen, { exp_year: 2090, number }, { consent })
    expect(payment.payment_status).toBe('SETTLING')
    await moveClock(service, 'PT1M')
    const id = payment.id as string
    return {
      refund: (amount: number) => service.send('POST', `/payments/refund/${id}`, { body: { amount } }),
      withdraw: async () =>
        (await service.send('POST', '/declarations', { body: { kind: 'withdraw', email } })).body.effects,
      payment: async () => (await service.send('GET', `/payments/${id}`)).body,
      refunded: async () => (await service.send('GET', `/payments/${id}`)).body.refunded_amount,
      obligation: () =>
        service.database.db.selectFrom('obligations').selectAll().where('paymentId', '=', id).executeTakeFirstOrThrow(),
    }
  }
  const readsFiveDays = async (number: string) => {
    const reader = await aBuyer(number, { reads: true })
    await moveClock(service, 'P4DT23H59M')
    return reader
  }

  test.each([
    ['the whole', price],
    ['a part', 1000],
  ])(
    'if a refund of %s by the merchant fails after the withdrawal, the buyer still gets the price back',
    async (_, amount) => {
      const buyer = await aBuyer(failingRefundCard)
      await buyer.refund(amount)

      const effects = await buyer.withdraw()
      await moveClock(service, 'P3D')

      expect(effects).toMatchObject([
        { outcome: 'withdrawn', refunds: amount === price ? [] : [{ amount: price - amount }] },
      ])
      const { refunds, refunded_amount: refunded } = await buyer.payment()
      expect(refunds.map(({ status }: { status: string }) => status)).toContain('failed')
      expect(refunded).toBe(price)
    },
  )

  test('if the merchant wins a dispute that had returned the price, the buyer gets the price back', async () => {
    const buyer = await aBuyer(disputeIsWon)
    await moveClock(service, 'P1DT1H')

    const effects = await buyer.withdraw()
    const before = await buyer.refunded()
    await moveClock(service, 'P20D')

    expect(effects).toMatchObject([{ outcome: 'withdrawn', refunds: [] }])
    expect([before, await buyer.refunded()]).toEqual([0, price])
  })

  test('a refund that the merchant may review is not made before the time for the review is over', async () => {
    const buyer = await aBuyer(failingRefundCard)
    await set({ digital_supply: 'none', withdrawals: 'review' })
    await buyer.refund(1000)
    await buyer.withdraw()
    await moveClock(service, 'P12D')
    const before = await buyer.refunded()
    await moveClock(service, 'P2D')

    expect([before, await buyer.refunded()]).toEqual([0, price])
  })

  test('a refund by the merchant during the review is not repeated, even if only a share of the price is due', async () => {
    const reader = await readsFiveDays('4242424242424242')
    await set({ digital_supply: 'service', withdrawals: 'review' })
    const [{ refunds }] = await reader.withdraw()
    await reader.refund(1000)
    await moveClock(service, 'P14D')

    expect(refunds).toMatchObject([{ amount: 2500 }])
    expect(await reader.refunded()).toBe(2500)
  })

  test('a failed refund that the merchant repeats during the review is not made again', async () => {
    const reader = await readsFiveDays(failingRefundCard)
    await set({ digital_supply: 'service', withdrawals: 'review' })
    await reader.refund(500)
    await reader.withdraw()
    await moveClock(service, 'P2D')
    const failed = await reader.refunded()
    await reader.refund(500)
    await moveClock(service, 'P14D')

    expect([failed, await reader.refunded()]).toEqual([0, 2500])
  })

  test('a refund that an operator has closed as paid elsewhere is not owed again when another refund fails', async () => {
    const buyer = await aBuyer(failingRefundCard)
    await set({ digital_supply: 'none', withdrawals: 'review' })
    await buyer.refund(1000)
    await buyer.withdraw()
    await closeObligation(service.billing, await buyer.obligation(), { who: 'Mina', why: 'Paid by transfer.' })
    await moveClock(service, 'P14D')

    expect(await buyer.refunded()).toBe(1000)
  })

  test('a refund that an operator has closed because the merchant made it does not count twice', async () => {
    const buyer = await aBuyer(failingRefundCard)
    await set({ digital_supply: 'none', withdrawals: 'review' })
    await buyer.refund(1000)
    await buyer.withdraw()
    await buyer.refund(2000)
    await closeObligation(service.billing, await buyer.obligation(), { who: 'Mina', why: 'The merchant refunded it.' })
    await moveClock(service, 'P14D')

    expect(await buyer.refunded()).toBe(price)
  })
})
