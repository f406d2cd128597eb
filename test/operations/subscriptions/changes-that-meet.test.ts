import type { Subscription } from '@billing-checkout/contract'
import { describe, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { holdNameLock } from '../../support/interleaving/hold-name.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { changesAt, resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { countWaitingForNames } from '../../support/interleaving/count-waiting.ts'

/** A card whose bank requires a challenge. */
const challenged = '4000000000003220'
const tries = [0, 1, 2, 3, 4, 5]

describeEachDatabase('changes of a subscription at the same time as others', (open, kind) => {
  const service = useService(open)

  const { aChange, patch } = changesAt(() => service)

  describe('at the same time', () => {
    test.skipIf(kind === 'embedded')(
      'a payment by a known customer waits for one with the same e-mail address',
      async () => {
        const plan = await createPlan(service)
        const email = 'both@example.com'
        const { body: customer } = await service.send('POST', '/customers', { body: { email } })
        const shopper = await aShopper(service, { customer: { id: customer.id }, plan: { id: plan.id } })
        const seen = await shopper.look()
        const letGo = await holdNameLock(service.database, `${service.organizationId}/email:${email}`)

        let isAnswered = false
        const paying = shopper.payAsSeen(seen).finally(() => {
          isAnswered = true
        })
        await expect.poll(() => countWaitingForNames(service.database)).toBe(1)
        expect(isAnswered).toBe(false)
        await letGo()

        expect(code(await paying)).toBe('SETTLING')
      },
    )

    test('credit is spent once by an upgrade and a downgrade', async () => {
      const [dear, cheap] = [await createPlan(service, at(15_000)), await createPlan(service, at(1000))]
      for (const place of tries) {
        const subscriber = await aSubscriber(service, at(10_000))
        const down = await aChange(subscriber, cheap)
        const up = await aChange(subscriber, dear)

        const [paid, patched] = await Promise.all([
          up.pay(),
          new Promise((soon) => setTimeout(soon, place * 3)).then(() => down.patch()),
        ])

        const charged = 10_000 + (paid.status === 200 ? paid.body.amount : 0)
        const { priceAmount, balanceAmount } = await subscriber.row()
        expect(Math.abs(priceAmount + balanceAmount - charged)).toBeLessThan(10)
        expect([paid.status, patched.status]).toContain(200)
      }
    })

    test('a subscription is cancelled on request, whatever else is in flight', async () => {
      const dear = await createPlan(service, at(15_000))
      for (const place of tries) {
        const subscriber = await aSubscriber(service, at(10_000))
        const up = await aChange(subscriber, dear)

        const [paid, cancelled] = await Promise.all([
          up.pay(),
          new Promise((soon) => setTimeout(soon, place * 3)).then(() =>
            service.send('POST', `/subscriptions/cancel/${subscriber.id}`),
          ),
        ])

        const { status } = await subscriber.subscription()
        if (cancelled.status === 200) {
          expect(status).toBe('cancelled')
          expect(code(paid)).toMatch(/^(SETTLING|amount_changed)$/)
        } else expect([code(cancelled), code(paid), status]).toEqual(['payment_in_progress', 'SETTLING', 'active'])
      }
    })

    test('two free changes of one subscription lose no credit', async () => {
      const [cheap, other] = [await createPlan(service, at(3000)), await createPlan(service, at(9000))]
      const subscriber = await aSubscriber(service, at(9000))
      const down = await aChange(subscriber, cheap)
      const aside = await aChange(subscriber, other, 'do_not_bill')

      const answers = await Promise.all([down.patch(), aside.patch()])

      const { balanceAmount } = await subscriber.row()
      expect(Math.round(balanceAmount / 10) * 10).toBe(answers[0]!.status === 200 ? 6000 : 0)
      expect(answers.some(({ status }) => status === 200)).toBe(true)
    })
  })

  describe('a second subscription to the same plan', () => {
    const aCancelledAndALiveOne = async () => {
      const former = await aSubscriber(service, at(3000))
      await patch(former.id, { status: 'cancelled' })
      const again = await aShopper(service, { customer: { id: former.customerId }, plan: { id: former.planId } })
      expect(code(await again.pay())).toBe('SETTLING')
      return former
    }

    test('is not reactivated without a charge', async () => {
      const former = await aCancelledAndALiveOne()

      expect(code(await patch(former.id, { status: 'active' }))).toBe('already_subscribed')
    })

    test('does not come about by a change or a reactivation while a purchase’s outcome is unknown', async () => {
      const [bought, cheap] = [await createPlan(service, at(6000)), await createPlan(service, at(2000))]
      const former = await aSubscriber(service, at(3000))
      await patch(former.id, { status: 'cancelled' })
      const switched = await aSubscriber(service, at(3000))
      const changed = await aSubscriber(service, at(3000))
      const toCheap = await aChange(changed, cheap, 'prorated_next_billing_period')
      const purchases = [
        await aPurchaseAtTheBank(former.customerId, former.planId),
        await aPurchaseAtTheBank(switched.customerId, bought.id),
        await aPurchaseAtTheBank(changed.customerId, cheap.id),
      ]

      const answers = [
        await patch(former.id, { status: 'active' }),
        await patch(switched.id, { planId: bought.id }),
        await toCheap.patch(),
      ]
      for (const approve of purchases) await approve()

      expect(answers.map(code)).toEqual(['payment_in_progress', 'payment_in_progress', 'payment_in_progress'])
      expect(await liveOf(former.customerId)).toEqual([[former.planId, 3000]])
      expect(await liveOf(switched.customerId)).toEqual([
        [switched.planId, 3000],
        [bought.id, 6000],
      ])
      expect(await liveOf(changed.customerId)).toEqual([
        [changed.planId, 3000],
        [cheap.id, 2000],
      ])
    })

    /** A purchase whose shopper is at the bank. Returns a function that approves it there. */
    const aPurchaseAtTheBank = async (customerId: string, planId: string): Promise<() => Promise<void>> => {
      const shopper = await aShopper(service, { customer: { id: customerId }, plan: { id: planId } })
      const { body } = await shopper.pay({ number: challenged, exp_year: 2090 })
      expect(body.payment_status).toBe('PENDING')
      const pages = actionPages(service, body.next_action.url as string)
      return async () => {
        await pages.answer('passed')
        await pages.comeBack()
      }
    }

    const liveOf = async (customerId: string): Promise<readonly (readonly [planId: string, amount: number])[]> => {
      const { body } = await service.send('GET', `/customers/${customerId}`)
      return body.subscriptions
        .filter(({ status }: Subscription) => status !== 'cancelled')
        .map(({ plan }: Subscription) => [plan.id, plan.price.amount])
    }

    test('is not recovered at the checkout or by a charge', async () => {
      const former = await aCancelledAndALiveOne()
      await moveClock(service, 'P32D')
      const shopper = await aShopper(service, {
        customer: { id: former.customerId },
        subscription: { id: former.id },
      })

      expect(code(await shopper.pay({ exp_year: 2090 }))).toBe('already_subscribed')
      expect(code(await patch(former.id, { status: 'active' }))).toBe('already_subscribed')
    })

    test('does not come about by a switch of plans, and is not previewed', async () => {
      const subscriber = await aSubscriber(service, at(3000))
      const second = await createPlan(service, at(4000))
      const shopper = await aShopper(service, { customer: { id: subscriber.customerId }, plan: { id: second.id } })
      const { body } = await shopper.pay()

      expect(code(await patch(body.subscription.id, { planId: subscriber.planId }))).toBe('already_subscribed')
      const previewed = await service.send('POST', '/subscriptions/preview', {
        body: { subscription: { id: body.subscription.id }, plan: { id: subscriber.planId } },
      })
      expect(code(previewed)).toBe('already_subscribed')
    })
  })

  test('a change that credit pays for resumes a subscription that is scheduled to end', async () => {
    const subscriber = await aSubscriber(service, at(9000))
    const cheap = await createPlan(service, at(3000))
    await patch(subscriber.id, { status: 'scheduled_for_cancellation' })
    const change = await aChange(subscriber, cheap)

    expect((await change.patch()).body).toMatchObject({ status: 'active', plan: { id: cheap.id } })
  })

  test('a change that would wait for a charge after the subscription’s end is not offered', async () => {
    const subscriber = await aSubscriber(service, at(9000))
    const cheap = await createPlan(service, at(3000))
    await patch(subscriber.id, { status: 'scheduled_for_cancellation' })
    const named = {
      plan: { id: cheap.id },
      subscription: { id: subscriber.id, proration_billing_mode: 'do_not_bill' },
    }

    const previewed = await service.send('POST', '/subscriptions/preview', { body: named })
    const session = await service.send('POST', '/client-session', {
      body: { customer: { id: subscriber.customerId }, ...named },
    })

    expect([code(previewed), code(session)]).toEqual(['subscription_not_changeable', 'subscription_not_changeable'])
  })

  test('a session shows its purpose also when it is completed', async () => {
    const subscriber = await aSubscriber(service, at(9000))
    const change = await aChange(subscriber, await createPlan(service, at(15_000)))
    const down = await aChange(subscriber, await createPlan(service, at(3000)), 'do_not_bill')
    const later = async (sessionId: string) => (await service.send('GET', `/checkout/${sessionId}`, { key: null })).body

    await change.pay()
    await down.patch()
    await patch(subscriber.id, { status: 'scheduled_for_cancellation' })
    const { body: resume } = await service.send('POST', '/client-session', {
      body: { subscription: { id: subscriber.id } },
    })
    await patch(subscriber.id, { status: 'active' })

    expect(await later(change.seen.body.session.id)).toMatchObject({ phase: 'completed', purpose: 'change_plan' })
    expect(await later(down.seen.body.session.id)).toMatchObject({ phase: 'completed', purpose: 'change_plan' })
    // The merchant resumed the subscription, not this session. The session is still open and now offers to change the method.
    expect(await later(resume.id)).toMatchObject({ phase: 'open', purpose: 'update_method' })
  })

  test('a session to change plans stays valid when the plan is archived', async () => {
    const subscriber = await aSubscriber(service, at(9000))
    const cheap = await createPlan(service, at(3000))
    const change = await aChange(subscriber, cheap)
    await service.send('PATCH', `/plans/${cheap.id}`, { body: { archived: true } })

    expect((await change.patch()).body).toMatchObject({ plan: { id: cheap.id } })
  })

  test('a session’s members about the subscription are stored with it', async () => {
    const subscriber = await aSubscriber(service, at(3000))
    const dear = await createPlan(service, at(9000))
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      plan: { id: dear.id },
      subscription: { id: subscriber.id, metadata: { seats: '5' } },
    })

    await shopper.pay({ exp_year: 2090 })

    expect((await subscriber.subscription()).metadata).toEqual({ seats: '5' })
  })
})
