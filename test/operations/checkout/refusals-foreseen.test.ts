import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('what would refuse every payment of a checkout', (open) => {
  let plan: { id: string }
  const service = useService(open)
  beforeAll(async () => {
    plan = await createPlan(service)
  })

  const aBuyer = (customer: object) => aShopper(service, { customer, plan: { id: plan.id } })

  test('a subscriber is told before typing a card; whoever has only their e-mail address is not told of them', async () => {
    const subscriber = { external_id: 'subscriber', email: 'subscriber@example.com' }
    const first = await aBuyer(subscriber)
    const before = await first.look()
    await first.pay()

    const own = await (await aBuyer(subscriber)).look()
    const stranger = await (await aBuyer({ email: 'subscriber@example.com' })).look()

    expect(before.body.refusal).toBeNull()
    expect(own.body).toMatchObject({ phase: 'open', refusal: { code: 'already_subscribed', subscription: null } })
    expect(stranger.body.refusal).toBeNull()
  })

  test('a session that was tried as often as it may be says so', async () => {
    const shopper = await aBuyer({ email: 'unlucky@example.com' })
    for (let tried = 0; tried < 9; tried += 1) await shopper.pay({ number: '4000000000000002' })
    const before = await shopper.look()
    await shopper.pay({ number: '4000000000000002' })

    const after = await shopper.look()

    expect(before.body.refusal).toBeNull()
    expect(after.body).toMatchObject({ phase: 'open', refusal: { code: 'too_many_attempts', subscription: null } })
    expect((await shopper.pay()).body.error.code).toBe('too_many_attempts')
  })
})
