import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock, type ScriptedProcessor } from '../../support/stories/subscriber.ts'

const settings = { emails: 'send', display_name: 'Folio', support_email: 'help@folio.example' }

describeEachDatabase('emails', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor, settings }
  })
  const emailsOf = async (subscription: { readonly id: string }) =>
    (await service.send('GET', `/emails?subscription_id=${subscription.id}&order=asc`)).body.data

  test('a subscription writes to its customer at every cause, each once and in order', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await moveClock(service, 'P1M')
    processor.script.push('decline')
    await moveClock(service, 'P1M')
    await moveClock(service, 'P3D')
    await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)
    await moveClock(service, 'PT1M')

    expect(await emailsOf(subscriber)).toMatchObject([
      { kind: 'order_confirmation', status: 'sent', tries: 1 },
      { kind: 'receipt', status: 'sent', facts: { amount: 999, currency: 'EUR' } },
      { kind: 'payment_failed', status: 'sent', facts: { amount: 999, decline_code: 'insufficient_funds' } },
      { kind: 'receipt', status: 'sent' },
      { kind: 'cancellation', status: 'sent' },
    ])
  })
})
