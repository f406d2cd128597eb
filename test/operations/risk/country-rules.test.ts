import { beforeAll, expect, test } from 'vitest'
import { replayRules } from '#server/billing/checks/replay-rules.ts'
import { riskRules, riskRulesOf } from '#server/organization/risk-rules.ts'
import { inOrganization } from '#server/store/in-organization.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const noRussia = [{ name: 'no RU', when: { countries: ['RU'] } }]
const ten = { default: { amount: 1000, currency: 'USD' } }
const aTin = {
  name: 'Tin',
  type: 'one-off',
  price: { ...ten, countries: [{ countries: ['RU'], price: { amount: 900, currency: 'USD' } }] },
}

describeUsualDatabase('rules about countries', (open) => {
  let planId: string
  let unruled: RunningService

  const service = useService(open, { settings: { rules: noRussia } })
  beforeAll(async () => {
    planId = (await createPlan(service, aTin)).id
    const { organizationId, key } = await service.addOrganization('Without rules')
    const send: RunningService['send'] = (method, path, sent) => service.send(method, path, { key, ...sent })
    unruled = { ...service, organizationId, key, send }
  })

  /** A customer who exists before the sale, with this address if one is given. */
  const aCustomer = async (address?: object, at = service) =>
    (await at.send('POST', '/customers', { body: { email: anEmail(), ...(address && { address }) } })).body.id as string
  const say = async (
    shopper: { sessionId: string; look(): Promise<{ body: { client_token: string } }> },
    country: string,
  ) =>
    service.send('PATCH', `/checkout/${shopper.sessionId}`, {
      key: (await shopper.look()).body.client_token,
      body: { country },
    })
  const pays = async (customer: object, said?: string) => {
    const shopper = await aShopper(service, { customer, plan: { id: planId } })
    if (said !== undefined) await say(shopper, said)
    const { body } = await shopper.pay()
    return [body.payment_status, body.amount]
  }

  test('read the country that a session gives a customer without one, whose price applies', async () => {
    expect(await pays({ id: await aCustomer(), address: { country: 'RU' } })).toEqual(['BLOCKED', 900])
    expect(await pays({ id: await aCustomer(), address: { country: 'DE' } })).toEqual(['SETTLING', 1000])
  })

  test('read the country of the session instead of the customer’s', async () => {
    expect(await pays({ id: await aCustomer({ country: 'DE' }), address: { country: 'RU' } })).toEqual(['BLOCKED', 900])
  })

  test('read the country that the shopper enters, by which the sale is taxed', async () => {
    expect(await pays({ email: anEmail() }, 'RU')).toEqual(['BLOCKED', 1000])
    expect(await pays({ id: await aCustomer({ country: 'DE' }) }, 'RU')).toEqual(['BLOCKED', 1000])
    expect(await pays({ email: anEmail() }, 'DE')).toEqual(['SETTLING', 1000])
  })

  test('read the same country in a replay', async () => {
    const { id } = await createPlan(unruled, aTin)
    const customer = { id: await aCustomer({ country: 'DE' }, unruled) }
    const russian = await aShopper(unruled, { customer, plan: { id } })
    await say(russian, 'RU')
    await russian.pay()
    await (await aShopper(unruled, { customer: { email: anEmail() }, plan: { id } })).pay()

    const replay = await replayRules(
      inOrganization(service.database.db, unruled.organizationId),
      riskRulesOf(riskRules.parse(noRussia)),
    )

    expect(replay).toMatchObject({ payments: 2, blocked: 1 })
  })
})
