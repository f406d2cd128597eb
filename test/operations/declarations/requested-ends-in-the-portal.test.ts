import { addInterval } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'

const price = 3000

describeUsualDatabase('the portal before a requested end (showPortal)', (open) => {
  const service = useService(open)

  test('offers no change that the requested end would refuse', async () => {
    const group = crypto.randomUUID()
    const monthly = await createPlan(service, monthlyPlanAt(price, { group }))
    const dearer = await createPlan(service, monthlyPlanAt(6000, { group }))
    const yearly = await createPlan(service, monthlyPlanAt(price, { group, interval: 'years' }))
    const email = 'until-the-end@example.com'
    const reader = await aSubscriber(service, monthly, {}, { email })
    const { current_period_end: begun } = await reader.subscription()
    const offered = async (mode: string) => {
      const settings = { portal_changes: mode }
      await updateOrganization(service.database.db, service.organizationId, { settings }, new Date().toISOString())
      // A process caches settings for a second.
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const portal = await service.send('POST', '/portal-session', { body: { customer: { id: reader.customerId } } })
      const { body } = await service.send('GET', '/portal-session', { key: portal.body.client_token })
      return body.subscriptions[0].alternatives.map(({ id }: { id: string }) => id)
    }
    const before = await offered('at_period_end')
    const body = { kind: 'cancel', email, requested_end_at: addInterval(begun, 'months', 2) }
    await service.send('POST', '/declarations', { body })

    expect(before).toEqual([dearer.id, yearly.id])
    expect(await offered('at_period_end')).toEqual([])
    expect(await offered('do_not_bill')).toEqual([dearer.id])
    expect(await offered('prorated_immediately')).toEqual([dearer.id, yearly.id])
  })
})
