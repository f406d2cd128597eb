import { expect, test } from 'vitest'
import { useService } from '../../../../test/support/services/use-service.ts'
import { describeUsualDatabase } from '../../../../test/support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../../../test/support/stories/shopper.ts'
import { archiveOrganization } from './archive-organization.ts'
import { listOrganizations } from './organizations.ts'

describeUsualDatabase('archiving an organization', (open) => {
  const service = useService(open)
  const wall = () => new Date().toISOString()
  const organizationId = async () => (await listOrganizations(service.database.db, { archived: true }))[0]!.id

  test('is refused while it has a live subscription, and nothing is changed', async () => {
    const { id: planId } = await createPlan(service, aMonthlyPlan())
    const shopper = await aShopper(service, { customer: { email: 'a@example.com' }, plan: { id: planId } })
    await shopper.pay()

    const refused = archiveOrganization(service.database.db, await organizationId(), wall())

    await expect(refused).rejects.toThrow(
      /^The organization has 1 subscriptions .* end these first\. Nothing was changed\.$/,
    )
    expect((await service.send('GET', '/plans')).status).toBe(200)
  })

  test('ends its keys and open sessions, and removes it from lists', async () => {
    const { db } = service.database
    const session = await service.send('POST', '/client-session', { body: { customer: { email: 'b@example.com' } } })
    const id = await organizationId()
    // Simulates the effect of a month of settlements and a cancellation.
    await db.updateTable('payments').set({ paymentStatus: 'SETTLED' }).execute()
    await db.updateTable('subscriptions').set({ status: 'cancelled', nextBillingDate: null }).execute()

    const archived = await archiveOrganization(db, id, wall())

    expect(archived).toMatchObject({ id, keysRevoked: expect.any(Number) })
    expect(archived!.keysRevoked).toBeGreaterThan(0)
    await expect.poll(async () => (await service.send('GET', '/plans')).status, { timeout: 10_000 }).toBe(401)
    const page = await fetch(`${service.url}/checkout/${session.body.id as string}`)
    expect(((await page.json()) as { phase: string }).phase).toBe('expired')
    expect(await listOrganizations(db)).toEqual([])
    expect(await listOrganizations(db, { archived: true })).toMatchObject([{ id }])
  })
})
