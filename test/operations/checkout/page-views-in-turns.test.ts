import { expect, test } from 'vitest'
import { FairTurns } from '#database/turns/fair-turns.ts'
import { runOnBehalfOf } from '#database/turns/run-on-behalf-of.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'

const turns = new FairTurns({ places: 2, placesPerOrganization: 1 })
const service = useService(() => openTestDatabase('embedded'), { turns })

const openSession = async (key: string): Promise<string> => {
  const { body: plan } = await service.send('POST', '/plans', { key, body: aMonthlyPlan() })
  const { body: session } = await service.send('POST', '/client-session', { key, body: { plan: { id: plan.id } } })
  return session.id
}

test('a page view waits for a turn of its own merchant, and not for other merchants', async () => {
  const other = await service.addOrganization('Somebody else')
  const [own, theirs] = [await openSession(service.key), await openSession(other.key)]
  const view = (session: string) => service.send('GET', `/checkout/${session}`, { key: null })
  const endTurn = await runOnBehalfOf(service.organizationId, () => turns.take())
  let shown = false

  const waiting = view(own).finally(() => (shown = true))
  expect(await view(theirs)).toMatchObject({ status: 200, body: { session: { id: theirs } } })
  expect(shown).toBe(false)

  endTurn()
  expect(await waiting).toMatchObject({ status: 200, body: { session: { id: own } } })
})
