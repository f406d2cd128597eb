import { beforeAll, describe, expect, test } from 'vitest'
import { actionPages } from '../../support/processors/bank.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyer, aMonthlyPlan, anEmail, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'

describeUsualDatabase('one trial for each buyer (createPayment)', (open) => {
  let plan: { id: string }
  let trial: { id: string }
  let tin: { id: string }

  const service = useService(open)
  beforeAll(async () => {
    plan = await createPlan(service)
    trial = await aTrial()
    tin = await createPlan(service, {
      name: 'Tin',
      type: 'one-off',
      price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
    })
  })

  const aTrial = () =>
    createPlan(service, aMonthlyPlan({ name: 'Trial', trial_interval: 'days', trial_interval_count: 7 }))
  const trialsOf = async (planId: string) =>
    (await service.send('GET', '/subscriptions?status=trial&limit=1000')).body.data.filter(
      (subscription: { plan: { id: string } }) => subscription.plan.id === planId,
    ).length

  test('a trial is given once to a customer and to a card, and the next quote shows the price', async () => {
    const email = anEmail()
    const card = { number: '5555555555554444' }
    const first = await (await aBuyer(service, trial.id, { customer: { email } })).pay(card)
    await service.send('POST', `/subscriptions/cancel/${first.body.subscription.id}`)

    const sameCustomer = await (await aBuyer(service, trial.id, { customer: { email } })).look()
    const sameCard = await aBuyer(service, trial.id)
    const refused = await sameCard.pay(card)
    const { body: shown } = await sameCard.look()
    const paid = await sameCard.pay(card)

    expect(first.body).toMatchObject({ amount: 0, subscription: { status: 'trial' } })
    expect(sameCustomer.body.quote.due_now.amount).toBe(999)
    expect(statusAndCode(refused)).toEqual({ status: 409, code: 'amount_changed' })
    expect(shown.quote.due_now.amount).toBe(999)
    expect(paid.body).toMatchObject({ amount: 999, subscription: { status: 'active' } })
  })

  test('a trial that is refused for one plan is given for another plan or buyer, and stays refused otherwise', async () => {
    const card = { number: '6200000000000005' }
    const other = await aTrial()
    await (await aBuyer(service, trial.id)).pay(card)
    const buyer = await aBuyer(service, trial.id)
    const dueAfter = async (body: object) => {
      await service.send('PATCH', `/client-session/${buyer.sessionId}`, { body })
      return (await buyer.look()).body.quote.due_now.amount
    }

    expect(statusAndCode(await buyer.pay(card))).toEqual({ status: 409, code: 'amount_changed' })
    expect(await dueAfter({ plan: { id: trial.id }, payment: { metadata: { order: '1' } } })).toBe(999)
    expect(await dueAfter({ plan: { id: other.id } })).toBe(0)
    expect(await dueAfter({ plan: { id: trial.id } })).toBe(0)
    expect(statusAndCode(await buyer.pay(card))).toEqual({ status: 409, code: 'amount_changed' })
    expect(await dueAfter({ customer: { email: anEmail() } })).toBe(0)
  })

  test('a trial is given once to an e-mail address, however it is written and whatever card pays', async () => {
    const email = anEmail()
    const first = await (
      await aBuyer(service, trial.id, { customer: { email } })
    ).pay({ number: '378282246310005', cvc: '1234' })
    await service.send('POST', `/subscriptions/cancel/${first.body.subscription.id}`)

    const again = await aBuyer(service, trial.id, { customer: { email: email.toUpperCase() } })
    const shown = await again.look()
    const { body } = await again.pay({ number: '2223003122003222' })

    expect(shown.body.quote.due_now.amount).toBe(999)
    expect(body).toMatchObject({ amount: 999, subscription: { status: 'active' } })
  })

  test('a trial still counts for customer and card after the subscription has changed to another plan', async () => {
    const email = anEmail()
    const card = { number: '6011111111111117' }
    const { customer, subscription } = (await (await aBuyer(service, trial.id, { customer: { email } })).pay(card)).body
    const changed = await service.send('POST', '/payments', {
      body: { customer: { id: customer.id }, subscription: { id: subscription.id }, plan: { id: plan.id } },
    })

    const sameCustomer = await (await aBuyer(service, trial.id, { customer: { email } })).look()
    const sameCard = await (await aBuyer(service, trial.id)).pay(card)

    expect(changed.body).toMatchObject({ amount: 999, subscription: { status: 'active', plan: { id: plan.id } } })
    expect(sameCustomer.body.quote.due_now.amount).toBe(999)
    expect(statusAndCode(sameCard)).toEqual({ status: 409, code: 'amount_changed' })
  })

  test('one card has one trial while its challenges are open', async () => {
    const { id } = await aTrial()
    const card = { number: '4000000000003220' }
    const { body: first } = await (await aBuyer(service, id)).pay(card)

    const meanwhile = await aBuyer(service, id)
    const refused = await meanwhile.pay(card)
    await actionPages(service, first.next_action.url).answer('passed')
    const afterwards = await meanwhile.pay(card)

    expect(first).toMatchObject({ amount: 0, payment_status: 'PENDING' })
    expect(statusAndCode(refused)).toEqual({ status: 409, code: 'payment_in_progress' })
    expect(statusAndCode(afterwards)).toEqual({ status: 409, code: 'amount_changed' })
    expect(await trialsOf(id)).toBe(1)
  })

  test('a card may start a trial after an earlier challenge was failed or cancelled', async () => {
    const { id } = await aTrial()
    const card = { number: '4000000000003220' }
    for (const answer of ['failed', 'cancelled'] as const) {
      const { body } = await (await aBuyer(service, id)).pay(card)
      await actionPages(service, body.next_action.url).answer(answer)
    }

    const { body: third } = await (await aBuyer(service, id)).pay(card)
    await actionPages(service, third.next_action.url).answer('passed')

    expect(await trialsOf(id)).toBe(1)
  })

  test('one card has one trial, however many payments request it at the same time', async () => {
    const { id } = await aTrial()
    const shoppers = await Promise.all([1, 2, 3, 4].map(() => aBuyer(service, id)))
    const seen = await Promise.all(shoppers.map((shopper) => shopper.look()))

    const answers = await Promise.all(shoppers.map((shopper, place) => shopper.payAsSeen(seen[place]!)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await trialsOf(id)).toBe(1)
  })

  describe('a merchant’s charge', () => {
    /** Customers who all have stored the same card. */
    const holdersOf = async (number: string, count: number): Promise<string[]> => {
      const customers: string[] = []
      while (customers.length < count) {
        const { body } = await (await aBuyer(service, tin.id)).pay({ number }, { store: true })
        customers.push(body.customer.id)
      }
      return customers
    }
    const charge = (id: string, planId: string, more: object = {}) =>
      service.send('POST', '/payments', { body: { customer: { id }, plan: { id: planId }, ...more } })

    test('gives a card one trial, and costs the price without a trial', async () => {
      const { id } = await aTrial()
      const [first, second] = await holdersOf('4242424242424242', 2)

      const { body: tried } = await charge(first!, id)
      const refused = await charge(second!, id, { expected: { amount: 0, currency: 'EUR' } })
      const { body: paid } = await charge(second!, id)

      expect(tried).toMatchObject({ amount: 0, subscription: { status: 'trial' } })
      expect(statusAndCode(refused)).toEqual({ status: 409, code: 'amount_changed' })
      expect(paid).toMatchObject({ amount: 999, subscription: { status: 'active' } })
    })

    test('opens one trial, however many arrive at the same time', async () => {
      const { id } = await aTrial()
      const customers = await holdersOf('5555555555554444', 4)

      await Promise.all(customers.map((customer) => charge(customer, id)))

      expect(await trialsOf(id)).toBe(1)
    })
  })
})
