import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { tokenOfTestCard } from '#server/processors/sandbox/charges/stored-cards.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { resultCodeOf } from '../../support/stories/plan-changes.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a token that the processor made of a card', (open) => {
  let charged: string[]
  let payers: unknown[]
  let isSilent: boolean
  const service = useService(open, ({ db }) => {
    const sandbox = sandboxProcessor({ database: db })
    const processor: Processor = {
      ...sandbox,
      describe: async (token) => {
        if (isSilent) throw new Error('503')
        return sandbox.describe!(token)
      },
      authorize: (request) => {
        charged.push(request.method.kind)
        payers.push(request.customer)
        return sandbox.authorize(request)
      },
    }
    return { processor }
  })
  let planId: string
  beforeAll(async () => {
    planId = (await createPlan(service, aMonthlyPlan())).id
  })
  beforeEach(() => {
    charged = []
    payers = []
    isSilent = false
  })

  const aToken = (number = '4242424242424242') => tokenOfTestCard(number, crypto.randomUUID())
  const pay = async (token: string, connection = 'sandbox') =>
    (await aBuyer(service, planId)).pay(
      {},
      { payment_method: { type: 'CARD', details: { processor_token: token, connection } } },
    )

  test('is charged, shown by the card’s last digits, and charged again at the renewal', async () => {
    const paid = await pay(aToken())
    const { body } = await service.send('GET', `/payments/${paid.body.id}`)
    await moveClock(service, 'P32D')
    const renewed = await service.send('GET', `/payments?payment_status_set=${body.subscription.id}`)

    expect(body).toMatchObject({
      payment_status: 'SETTLING',
      payment_token_type: 'PROCESSOR_TOKEN',
      payment_method: { type: 'CARD', details: { last4: '4242', bin: null, number: null } },
    })
    expect(renewed.body.data).toHaveLength(2)
    expect(charged).toEqual(['processor_token', 'stored'])
    const { id, email, full_name: name } = body.customer
    expect(payers).toEqual([
      { id, email, name },
      { id, email, name },
    ])
  })

  test('can be used once, whatever the outcome of its payment', async () => {
    const token = aToken('4000000000000002')

    const declined = await pay(token)
    const again = await pay(token)

    expect(declined.body).toMatchObject({ payment_status: 'DECLINED' })
    expect(resultCodeOf(again)).toBe('card_token_invalid')
    expect(charged).toHaveLength(1)
  })

  test.each([
    ['that the processor never made', () => pay('token_of_nobody'), 400, 'card_token_invalid'],
    ['of another connection', () => pay(aToken(), 'con_elsewhere'), 409, 'connection_changed'],
  ] as const)('%s is refused, and nothing is charged', async (_, tried, status, code) => {
    const refused = await tried()

    expect(refused.status).toBe(status)
    expect(resultCodeOf(refused)).toBe(code)
    expect(charged).toEqual([])
  })

  test('may be sent again if the processor did not answer a query about it', async () => {
    const token = aToken()
    isSilent = true
    const silent = await pay(token)
    isSilent = false

    const again = await pay(token)

    expect(silent.status).toBe(503)
    expect(again.body).toMatchObject({ payment_status: 'SETTLING' })
    expect(charged).toHaveLength(1)
  })
})
