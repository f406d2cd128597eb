import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { processorErasureWork } from '#server/billing/due-work/forget-at-processors.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { pausableProcessor } from '../../support/interleaving/pausable.ts'
import { monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a checkout’s payment for a subscription that changed meanwhile', (open) => {
  let processor: ReturnType<typeof pausableProcessor>
  let dear: { id: string }
  const service = useService(open, (database) => {
    processor = pausableProcessor(aScriptedProcessor(database))
    return { processor }
  })
  beforeAll(async () => {
    dear = await createPlan(service, at(15_000))
  })

  /** How many cards the sandbox's processor stores for later charges. */
  const countStoredCards = async () => {
    const { rows } = await sql`select from sandbox_processor.methods`.execute(service.database.db)
    return rows.length
  }
  const lastFour = (method: { details: { last4: string } }) => method.details.last4

  test.each([
    ['captured', {}, { payment_status: 'SETTLING', refund: { status: 'succeeded', amount: 5000 } }],
    ['held', { number: '4000000000007775' }, { payment_status: 'CANCELLED', refund: null }],
  ])(
    'whose money was %s is not shown as paid, and its checkout ends and takes no other payment',
    async (_, card, after) => {
      const subscriber = await aSubscriber(service, at(10_000))
      const shopper = await aShopper(service, {
        customer: { id: subscriber.customerId, full_name: 'Who Paid' },
        subscription: { id: subscriber.id },
        plan: { id: dear.id },
      })
      const seen = await shopper.look()
      const before = await countStoredCards()
      const pay = () => shopper.payAsSeen(seen, { number: '5555555555554444', exp_year: 2090, ...card })

      const pause = processor.pauseBefore('authorize')
      const paying = pay()
      await pause.reached
      // This stands for code that changes the subscription without its lock.
      await sql`update subscriptions set current_period_end = current_period_end + interval '1 day'
      where id = ${subscriber.id}`.execute(service.database.db)
      pause.resume()
      const { body: payment } = await paying
      const { body: atOnce } = await shopper.look()
      await completeAttempts(service.billing)
      const { body: later } = await shopper.look()

      const unwanted = { status: 'unwanted', status_reason: { message: expect.stringContaining('changed') } }
      expect(payment.status_reason).toMatchObject(unwanted)
      expect(atOnce).toMatchObject({ phase: 'expired', client_token: null, quote: null })
      expect(atOnce.payment).toMatchObject({ id: payment.id, status_reason: unwanted })
      expect(later).toMatchObject({ phase: 'expired', payment: after })
      expect((await pay()).body.error.code).toBe('session_expired')
      const { body: customer } = await service.send('GET', `/customers/${subscriber.customerId}`)
      expect(customer.full_name).not.toBe('Who Paid')
      expect(customer.payment_methods.map(lastFour)).toEqual(['4242'])
      expect(await countStoredCards()).toBe(before + 1)
      await runWork(service.billing, processorErasureWork)
      expect(await countStoredCards()).toBe(before)
    },
  )
})
