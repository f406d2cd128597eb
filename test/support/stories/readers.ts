import { beforeEach, expect } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { useService } from '../services/use-service.ts'
import { changesAt, monthlyPlanAt } from './plan-changes.ts'
import { aReceipt, aShopper, createPlan } from './shopper.ts'
import { moveClock, endAllSubscriptions } from './subscriber.ts'

/** A plan at a price in cents for thirty days: at 3000, a day costs 1.00. */
export const thirtyDayReaderPlanAt = (amount: number, more: object = {}): object =>
  monthlyPlanAt(amount, { interval: 'days', interval_count: 30, ...more })

/** The effect of a withdrawal that changes nothing, because the merchant decides. */
export const leftToMerchant = { outcome: 'left_to_merchant', refunds: [] }

/** Functions for readers (subscribers) who change their plan and withdraw, at a service of their own. */
export const useReaders = (open: Parameters<typeof useService>[0]) => {
  const service = useService(open, { settings: { emails: 'events' }, hostedPages: 'off' })
  const { aChange, patch } = changesAt(() => service)
  let addresses = 0

  const change = (settings: object) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { ...settings } },
      new Date().toISOString(),
    )

  beforeEach(async () => {
    await endAllSubscriptions(service)
    await change({
      withdrawal_url: 'https://shop.example/withdraw',
      digital_supply: 'none',
      withdrawals: 'refund',
    })
  })

  /** A subscriber who requested immediate supply, by default of a plan of 30.00 for 30 days. */
  const aReader = async (plan: object = thirtyDayReaderPlanAt(3000), more: object = {}) => {
    const email = `changes${(addresses += 1)}@example.com`
    const { id } = await createPlan(service, plan)
    await change({ digital_supply: 'service' })
    const shopper = await aShopper(service, { customer: { email, country: 'DE' }, plan: { id }, ...more })
    const seen = await shopper.look()
    const consent = { ...aReceipt(seen.body), immediate_supply: 'service' }
    const { body: payment } = await shopper.payAsSeen(seen, { exp_year: 2090 }, { consent })
    expect(payment.payment_status).toBe('SETTLING')
    await change({ digital_supply: 'none' })
    await moveClock(service, 'PT1M')
    const reader = { id: payment.subscription.id as string, customerId: payment.customer.id as string }
    return { ...reader, email, planId: id, paymentId: payment.id as string }
  }

  type Reader = Awaited<ReturnType<typeof aReader>>
  const subscription = async ({ id }: Reader) => (await service.send('GET', `/subscriptions/${id}`)).body
  /** The subscription as the API presents it, without `updated_at`, `cancellation` and `metadata`. */
  const stateOf = async (reader: Reader) => {
    const { updated_at: _, cancellation: __, metadata: ___, ...state } = await subscription(reader)
    return state
  }
  const upgrade = async (reader: Reader, amount = 6000, mode?: string, more: object = {}) => {
    const plan = await createPlan(service, thirtyDayReaderPlanAt(amount, { name: 'Dearer', ...more }))
    const { body } = await (await aChange(reader, plan, mode)).pay()
    expect(body).toMatchObject({ payment_status: 'SETTLING' })
    await moveClock(service, 'PT1M')
    return body
  }
  const withdraw = async ({ email }: Reader, contract?: string) => {
    const body = { kind: 'withdraw', email, ...(contract && { contract }) }
    const { body: declaration } = await service.send('POST', '/declarations', { body })
    await moveClock(service, 'PT1M')
    return declaration.effects[0]
  }
  const paymentsOf = async ({ customerId }: Reader) =>
    (await service.send('GET', `/payments?customer_id=${customerId}&limit=50`)).body.data.toSorted(
      (one: { created_at: string }, other: { created_at: string }) => one.created_at.localeCompare(other.created_at),
    )
  const moneyOf = async (reader: Reader) =>
    (await paymentsOf(reader)).map((payment: { amount: number; refunded_amount: number }) => [
      payment.amount,
      payment.refunded_amount,
    ])

  return { service, aChange, patch, change, aReader, subscription, stateOf, upgrade, withdraw, moneyOf }
}
