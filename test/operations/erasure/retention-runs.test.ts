import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Billing } from '#server/billing/billing.ts'
import { examineRetention } from '#server/cli/doctor/examine-retention.ts'
import { runRetention } from '#server/jobs/retention-jobs.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyer, anEmail, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('the report of doctor about retention', (open) => {
  const service = useService(open, { trustedProxies: ['loopback'] })

  test('names what was due for erasure a day ago, and the time of the last run', { timeout: 60_000 }, async () => {
    const { db } = service.database
    const { organizationId } = service
    const age = (table: string, id: string, days: number) =>
      sql`update ${sql.table(table)} set created_at = created_at - make_interval(days => ${days}),
        updated_at = updated_at - make_interval(days => ${days}) where id = ${id}`.execute(db)
    const examine = () => examineRetention(db, new Date().toISOString())
    const settings = { retention: { customers_days: 150 } }
    await updateOrganization(db, organizationId, { settings }, '2040-01-01T00:00:00.000Z')
    const plan = await createPlan(service)
    const anOldSession = async () => {
      const { sessionId } = await aBuyer(service, plan.id)
      await age('client_sessions', sessionId, 92)
      await sql`update client_sessions set expires_at = created_at where id = ${sessionId}`.execute(db)
    }
    expect(await examine()).toBe('it has not run yet; nothing is overdue')

    await anOldSession()
    const { body: lurker } = await service.send('POST', '/customers', { body: { email: anEmail() } })
    await age('customers', lurker.id, 152)
    const { body: payment } = await (await aBuyer(service, plan.id)).pay({}, {}, { 'X-Forwarded-For': '203.0.113.9' })
    await sql`update payments set payment_status = 'SETTLED' where id = ${payment.id}`.execute(db)
    await age('payments', payment.id, 402)
    const { body: endpoint } = await service.send('POST', '/webhook-endpoints', { body: { url: 'http://localhost:1' } })
    await sql`insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, event_sequence, status, tries,
        attempts, created_at, recorded_at)
      values (${organizationId}, 'wd_old', ${endpoint.id}, 'evt_1', 'customer.created', 1, 'delivered', 1, '[]', now(), now() - interval '32 days')`.execute(
      db,
    )
    const all = [
      'client sessions',
      'payments whose attempts name the payer',
      'customers who never bought',
      'deliveries of webhooks',
    ]
    await sql`update organizations set created_at = created_at - interval '4 hours'`.execute(db)
    await expect(examine()).rejects.toThrow(
      `Kept for a day too long: ${all.map((each) => `1 ${each} of ${organizationId}`).join(', ')}; it has not run yet. Either no process runs the jobs`,
    )

    await runRetention(service.billing)
    await sql`delete from webhook_deliveries where id = 'wd_old'`.execute(db)
    expect(await examine()).toMatch(/^last run at \d{4}-\S+Z; nothing is overdue$/)

    await anOldSession()
    expect(await examine()).toMatch(/; the rest goes with the next one$/)
    await runRetention(service.billing, { seconds: 0 })
    await expect(examine()).rejects.toThrow(
      /^Kept for a day too long: 1 client sessions of org_\S+; last run at .*for ten minutes/,
    )
    await sql`update retention_runs set is_whole = true, ended_at = ended_at - interval '4 hours'`.execute(db)
    await expect(examine()).rejects.toThrow(/ Either no process runs the jobs/)
  })
})

describeUsualDatabase('a customer whom retention cannot erase', (open) => {
  const service = useService(open)
  /** Runs the retention job on one customer who never bought and whose erasure is refused with this code. */
  const keepRefusedWith = async (code: Problem['code']) => {
    const { db } = service.database
    const settings = { retention: { customers_days: 150 } }
    await updateOrganization(db, service.organizationId, { settings }, '2040-01-01T00:00:00.000Z')
    const { body: lurker } = await service.send('POST', '/customers', { body: { email: anEmail() } })
    await sql`update customers set updated_at = updated_at - interval '200 days' where id = ${lurker.id}`.execute(db)
    await sql`delete from retention_progress`.execute(db)
    const refusing: Billing = {
      ...service.billing,
      get erasuresFile(): never {
        throw new Problem(code, 'Refused.')
      },
    }
    return runRetention(refusing)
  }

  test('is skipped if they have unfinished business or no longer exist', async () => {
    await expect(keepRefusedWith('customer_in_use')).resolves.toBeUndefined()
    await expect(keepRefusedWith('not_found')).resolves.toBeUndefined()
  })

  test('ends the run with any other error, which the job reports', async () => {
    await expect(keepRefusedWith('unavailable')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describeUsualDatabase('the report of doctor about retention on a server that was just set up', (open) => {
  const service = useService(open)

  test('names the first run as pending, if the sandbox clock was moved past the retention time', async () => {
    const { db } = service.database
    const plan = await createPlan(service)
    await aBuyer(service, plan.id)
    await moveClock(service, 'P120D')

    expect(await examineRetention(db, new Date().toISOString())).toBe(
      'it has not run yet; the rest goes with the next one',
    )
  })
})
