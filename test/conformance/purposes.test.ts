import {
  type BillingClient,
  createBillingClient,
  type Payment,
  type Subscription,
  type SubscriptionStatus,
} from '@billing-checkout/client'
import { derivePurpose } from '@billing-checkout/domain'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { subscriptionStatuses } from '@billing-checkout/contract'
import { describeEachDatabase } from '../support/databases/databases.ts'
import { useService } from '../support/services/use-service.ts'
import { blockOn, rowsOn, runCode } from '../support/stories/page-code.ts'
import { monthlyPlanAt } from '../support/stories/plan-changes.ts'
import { createPlan } from '../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../support/stories/subscriber.ts'

const title = 'What a session is for'
const frontPage = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const clientPage = readFileSync(new URL('../../packages/client/README.md', import.meta.url), 'utf8')

const purposes = {
  trial: 'update_method',
  active: 'update_method',
  scheduled_for_cancellation: 'resume',
  past_due: 'recover',
  cancelled: 'recover',
} as const satisfies Record<SubscriptionStatus, string>

test('the front page’s table has the purpose that the domain decides, for every status and plan', () => {
  const rows = rowsOn(frontPage, title).flatMap(([purpose, plan, subscription]) => {
    const named = [...subscription!.matchAll(/`(\w+)`/g)].map(([, status]) => status as SubscriptionStatus)
    const statuses = subscription === 'in any status' ? subscriptionStatuses : named
    const type = plan === 'one-off' ? ('one-off' as const) : ('recurring' as const)
    const facts = { hasCustomer: true, plan: plan === '' ? null : { id: 'chosen', type } }
    const subscriptions = statuses.map((status) => ({ planId: 'present', quantity: 1, status }))
    return (subscriptions.length === 0 ? [null] : subscriptions).map((one) => ({
      purpose,
      decided: derivePurpose({ ...facts, subscription: one }).purpose,
      status: one?.status,
    }))
  })

  expect(rows.filter(({ purpose, decided }) => purpose !== `\`${decided}\``)).toEqual([])
  expect(new Set(rows.map(({ decided }) => decided)).size).toBe(6)
  expect(rows.filter(({ decided }) => decided !== 'change_plan').map(({ status }) => status)).toEqual(
    expect.arrayContaining([...subscriptionStatuses]),
  )
})

describeEachDatabase('the purposes of a session', (open) => {
  const service = useService(open)
  const subscriptions = new Map<SubscriptionStatus, string>()
  let client: BillingClient
  let recurring: string

  beforeAll(async () => {
    client = createBillingClient({ apiKey: service.key, baseUrl: service.url })
    const subscribe = async (status: SubscriptionStatus, plan: object, number = '4242424242424242') => {
      const { id } = await aSubscriber(service, plan, { number }, { external_id: `user-${status}` })
      subscriptions.set(status, id)
      return id
    }
    await subscribe('past_due', monthlyPlanAt(900), '4000000000000341')
    await moveClock(service, 'P32D')
    await subscribe('active', monthlyPlanAt(900))
    await subscribe('trial', monthlyPlanAt(900, { trial_interval: 'days', trial_interval_count: 14 }))
    await client.scheduleCancellation(await subscribe('scheduled_for_cancellation', monthlyPlanAt(900)))
    const cancelled = await subscribe('cancelled', monthlyPlanAt(900))
    await client.updateSubscription({ subscription: { id: cancelled, status: 'cancelled' } })
    recurring = (await createPlan(service, monthlyPlanAt(2000))).id
  })

  /** A page's code with the ids of the test's plan, and of the subscription and customer with this status. */
  const about = (code: string, status: SubscriptionStatus): string =>
    code
      .replaceAll('price_…', recurring)
      .replaceAll('sub_…', subscriptions.get(status)!)
      .replaceAll(/user-\d+/g, `user-${status}`)

  const purposeOfSession = async ({ id }: { readonly id: string }) => (await client.findCheckout(id)).purpose

  test.each(subscriptionStatuses)(
    'the front page’s calls about a subscription that is %s open the stated purpose',
    async (status) => {
      const opened: Promise<unknown>[] = []
      const billing = {
        createClientSession: (members: Parameters<BillingClient['createClientSession']>[0]) => {
          const session = client.createClientSession(members)
          opened.push(session.then(purposeOfSession))
          return session
        },
      }
      expect((await client.findSubscription(subscriptions.get(status)!)).status).toBe(status)

      await runCode(about(blockOn(frontPage, 'ts', 'recover, resume or update_method'), status), { billing })

      expect(await Promise.all(opened)).toEqual(['subscribe', 'change_plan', purposes[status]])
    },
  )

  test('the client’s calls preview a change of plan and open its checkout', async () => {
    const code = about(blockOn(clientPage, 'ts', 'previewSubscription'), 'active')

    const found = await runCode(`${code}\nreturn { due: quote.due_now.amount, purpose, refusal }`, { client })

    expect(found).toMatchObject({ purpose: 'change_plan', refusal: null })
    expect((found as { due: number }).due).toBeGreaterThan(0)
  })

  const rows = rowsOn(clientPage, title)

  /** The variables that the code in a row of the client's page needs, with a new plan. */
  const namesFor = async (purpose: string) => {
    // Take the last status with this purpose, not `past_due`, because a card that declined the renewal would also decline its recovery.
    const status = subscriptionStatuses.findLast((one) => `\`${purposes[one]}\`` === purpose) ?? 'active'
    return {
      client,
      plan: { id: (await createPlan(service, purpose === '`pay`' ? aTin : monthlyPlanAt(2000))).id },
      customer: { external_id: `user-${status}` },
      subscription: { id: subscriptions.get(status)! },
    }
  }

  test.each(rows)('the client’s row of %s opens a session with this purpose', async (purpose, members) => {
    const code = `return client.createClientSession(${members!.slice(1, -1)})`

    const opened = await runCode(code, await namesFor(purpose!))

    expect(`\`${await purposeOfSession(opened as { id: string })}\``).toBe(purpose)
  })

  test.each(rows.filter(([, , call]) => call !== ''))(
    'the client’s row of %s has the same effect without a shopper',
    async (purpose, _, call) => {
      const names = await namesFor(purpose!)

      const done = (await runCode(`return ${call!.slice(1, -1)}`, names)) as Payment | Subscription

      expect('payment_status' in done ? done.payment_status : done.status).toMatch(/^(SETTLING|active)$/)
      const { plan, status: reached } = await client.findSubscription(names.subscription.id)
      expect(reached).toBe('active')
      expect(plan.id === names.plan.id).toBe(purpose === '`change_plan`')
    },
  )
})

const aTin = { name: 'Tin', type: 'one-off', price: { default: { amount: 2500, currency: 'EUR' }, countries: [] } }
