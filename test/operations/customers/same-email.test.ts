import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { processorErasureWork } from '#server/billing/due-work/forget-at-processors.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { holdNameLock } from '../../support/interleaving/hold-name.ts'
import { aMonthlyPlan, aShopper, createPlan, type Shopper } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { countWaitingForNames } from '../../support/interleaving/count-waiting.ts'

const challenged = '4000000000003220'
const didCharge = '4000000000006975'
const anyId = /(sub|pay|cus|ref)_|active|trial|PENDING/

describeUsualDatabase('shoppers who are known by one e-mail address', (open, kind) => {
  const service = useService(open)
  let planId: string
  let emails = 0

  beforeAll(async () => {
    planId = (await createPlan(service, aMonthlyPlan())).id
  })

  const anEmail = () => `same${++emails}@example.com`
  const aBuyer = (customer: object, more: object = {}) => aShopper(service, { customer, plan: { id: planId }, ...more })
  const challenge = async (shopper: Shopper) => {
    const { body: payment } = await shopper.pay({ number: challenged })
    if (payment.next_action === undefined) throw new Error(`No challenge: ${JSON.stringify(payment)}`)
    return { id: payment.id as string, pages: actionPages(service, payment.next_action.url) }
  }
  const find = async (id: string) => (await service.send('GET', `/payments/${id}`)).body
  /** How many of these payments opened an active subscription, and how many were refunded. */
  const whatBecame = async (ids: readonly string[]) => {
    await completeAttempts(service.billing)
    const payments = await Promise.all(ids.map(find))
    return {
      bought: payments.filter(({ subscription }) => subscription?.status === 'active').length,
      refunded: payments.filter(({ subscription, refund }) => subscription === null && refund?.status === 'succeeded')
        .length,
    }
  }

  test('see what others with that address have in words without ids, and their own subscriptions with ids', async () => {
    const [email, busy] = [anEmail(), anEmail()]
    const [stranger, waiting] = [await aBuyer({ email }), await aBuyer({ email: busy })]
    await (await aBuyer({ email })).pay()
    await (await aBuyer({ email: busy })).pay({ number: didCharge })
    const { body: customer } = await service.send('POST', '/customers', { body: { email } })
    const known = await aBuyer({ id: customer.id })
    const second = await aBuyer({ id: customer.id })
    await known.pay()

    const refusals = [await stranger.pay(), await waiting.pay()]
    const own = await second.pay()
    const merchants = await service.send('POST', '/payments', {
      body: { customer: { id: customer.id }, plan: { id: planId } },
    })

    expect(refusals.map(({ body }) => body.error.code)).toEqual(['already_subscribed', 'payment_in_progress'])
    for (const { body } of refusals) expect(JSON.stringify({ ...body.error, request_id: '' })).not.toMatch(anyId)
    for (const { body } of [own, merchants]) expect(body.error.message).toMatch(/sub_[\w-]+ \(active\)/)
    await completeAttempts(service.billing, { aheadSeconds: 1000 })
  })

  test('do not wait for another shopper’s bank; of two that are paid the second goes back, however either wrote the address', async () => {
    const email = anEmail()
    const asked = await aBuyer({ email: email.toUpperCase() })
    const stranger = await challenge(asked)

    const { body: paid } = await (await aBuyer({ email })).pay()
    await stranger.pages.answer('passed')

    expect(paid).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
    expect(await whatBecame([paid.id, stranger.id])).toEqual({ bought: 1, refunded: 1 })
    expect(await find(stranger.id)).toMatchObject({ refunded_amount: 999, subscription: null })
    expect((await asked.look()).body).toMatchObject({
      phase: 'expired',
      payment: { status_reason: { status: 'unwanted' }, payment_method: { details: { last4: '3220' } } },
      unwanted_payment: { amount: 999, formatted_amount: '€9.99' },
    })
    const forgotten = await runWork(service.billing, processorErasureWork)
    expect(forgotten.map(({ what }) => what)).toEqual(['payment_method.forgotten'])
  })

  test('verify a card for a free trial that another has started meanwhile: nothing is subscribed and nothing refunded', async () => {
    const trial = { trial_interval: 'days', trial_interval_count: 14 }
    const { id } = await createPlan(service, { ...aMonthlyPlan(), ...trial })
    const email = anEmail()
    const trials = { plan: { id }, options: { trial: 'always' } }
    const asked = await aBuyer({ email }, trials)
    const stranger = await challenge(asked)

    const { body: paid } = await (await aBuyer({ email }, trials)).pay()
    await stranger.pages.answer('passed')

    expect(paid).toMatchObject({ amount: 0, subscription: { status: 'trial' } })
    expect(await find(stranger.id)).toMatchObject({
      amount: 0,
      subscription: null,
      status_reason: { status: 'unwanted' },
    })
    expect((await asked.look()).body).toMatchObject({ phase: 'expired', unwanted_payment: { amount: 0 } })
  })

  test('get a refund of a payment made during another shopper’s challenge if the other is paid first', async () => {
    const email = anEmail()
    const first = await challenge(await aBuyer({ email }))
    const other = await aBuyer({ email })
    const { body: unknown } = await other.pay({ number: didCharge })
    await first.pages.answer('passed')

    await completeAttempts(service.billing, { aheadSeconds: 1000 })

    expect((await find(first.id)).subscription).toMatchObject({ status: 'active' })
    expect(await whatBecame([first.id, unknown.id])).toEqual({ bought: 1, refunded: 1 })
  })

  test('wait for their own challenge, in the same session and in another one of the same customer', async () => {
    const { body: customer } = await service.send('POST', '/customers', { body: { email: anEmail() } })
    const one = await aBuyer({ id: customer.id })
    const [tab, nameless] = [await aBuyer({ id: customer.id }), await aBuyer({ email: anEmail() })]
    const [seen, again, own] = [await one.look(), await tab.look(), await nameless.look()]
    await one.payAsSeen(seen, { number: challenged })
    await nameless.payAsSeen(own, { number: challenged })

    const answers = [await one.payAsSeen(seen), await tab.payAsSeen(again), await nameless.payAsSeen(own)]

    expect(answers.map(({ body }) => body.error.code)).toEqual(Array(3).fill('payment_in_progress'))
  })

  test.skipIf(kind === 'embedded')('buy a plan once when both banks approve at the same time', async () => {
    const email = anEmail()
    const both = [await challenge(await aBuyer({ email })), await challenge(await aBuyer({ email }))]
    const letGo = await holdNameLock(service.database, `${service.organizationId}/email:${email}`)

    const approving = Promise.all(both.map(({ pages }) => pages.answer('passed')))
    await expect.poll(() => countWaitingForNames(service.database), { timeout: 20_000 }).toBe(2)
    await letGo()
    await approving

    expect(await whatBecame(both.map(({ id }) => id))).toEqual({ bought: 1, refunded: 1 })
  })
})
