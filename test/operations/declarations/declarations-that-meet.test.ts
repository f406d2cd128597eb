import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aSubscriber, moveClock, endAllSubscriptions } from '../../support/stories/subscriber.ts'

const price = 3000
const tries = [0, 1, 2, 3, 4, 5]

// Without a notice of the right to withdraw, a withdrawal refunds every payment in full: no money may be kept, and none refunded twice.
describeEachDatabase('declarations that meet other requests', (open) => {
  const service = useService(open, { hostedPages: 'off' })
  let addresses = 0

  const aReader = async (plan: object = monthlyPlanAt(price)) => {
    await endAllSubscriptions(service)
    const email = `meets${(addresses += 1)}@example.com`
    return { email, ...(await aSubscriber(service, plan, {}, { email })) }
  }
  const withdraw = (email: string) => service.send('POST', '/declarations', { body: { kind: 'withdraw', email } })
  const soon = async (millis: number, act: () => Promise<unknown>) => {
    await new Promise((resolve) => setTimeout(resolve, millis))
    return act()
  }

  /** The total of settling and settled payments, less refunds, two hours later. By then, every owed refund was made. */
  const keptOf = async ({ payments }: Awaited<ReturnType<typeof aReader>>): Promise<number> => {
    await moveClock(service, 'PT2H')
    return (await payments())
      .filter(({ payment_status: status }: { payment_status: string }) => status.startsWith('SETTL'))
      .reduce(
        (sum: number, payment: { amount: number; refunded_amount: number }) =>
          sum + payment.amount - payment.refunded_amount,
        0,
      )
  }

  test('a withdrawal and a renewal, in either order, refund both payments', { timeout: 120_000 }, async () => {
    for (const place of tries) {
      const reader = await aReader()
      const { current_period_end: due } = await reader.subscription()

      const [, answer] = await Promise.all([moveClock(service, due), soon(place * 8, () => withdraw(reader.email))])

      expect(answer).toMatchObject({ status: 200, body: { effects: [{ outcome: 'withdrawn' }] } })
      expect((await reader.subscription()).status).toBe('cancelled')
      expect(await keptOf(reader)).toBe(0)
    }
  })

  test('two withdrawals at the same time refund once', async () => {
    for (const place of tries) {
      const reader = await aReader()

      const answers = await Promise.all([withdraw(reader.email), soon(place, () => withdraw(reader.email))])

      expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
      expect(await keptOf(reader)).toBe(0)
      const [paid] = await reader.payments()
      expect(paid.refunds).toHaveLength(1)
    }
  })

  test('a withdrawal and a refund by the merchant give back the whole payment once', async () => {
    for (const place of tries) {
      const reader = await aReader()
      const refund = () => service.send('POST', `/payments/refund/${reader.paymentId}`, { body: { amount: 1000 } })

      const [answer] = await Promise.all([soon(place, () => withdraw(reader.email)), refund()])

      expect(answer).toMatchObject({ status: 200, body: { effects: [{ outcome: 'withdrawn' }] } })
      expect(await keptOf(reader)).toBe(0)
    }
  })
})
