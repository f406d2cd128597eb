import {
  dashboardOperations,
  type OperationName,
  operations,
  type Role,
  rightsOfRole,
  roles,
  userRights,
} from '@billing-checkout/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeEachDatabase, openTestDatabase } from '../../support/databases/databases.ts'
import { addUser, password, type DashboardRequest, sendFrom, type SignedIn } from '../../support/services/dashboard.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'

const names = Object.keys(operations) as OperationName[]

describe('the rights of each role', () => {
  const service = useService(() => openTestDatabase('embedded'))
  const users = {} as Record<Role | 'operator', SignedIn>
  beforeAll(async () => {
    const { organizationId } = service
    for (const role of roles) users[role] = await addUser(service, { [organizationId]: role })
    users.operator = await addUser(service, { [organizationId]: 'read_only' }, { isOperator: true })
  })

  test('every operation for API keys has a right in the table, and no other operation has one', () => {
    const callable = names.filter((name) => (operations[name].callers as readonly string[]).includes('merchant'))

    expect(Object.keys(userRights).toSorted()).toEqual([...names, ...Object.keys(dashboardOperations)].toSorted())
    expect(names.filter((name) => userRights[name] !== null).toSorted()).toEqual(callable.toSorted())
  })

  describe.each([...roles, 'operator'] as const)('as %s', (who) => {
    const held: readonly string[] = who === 'operator' ? ['view', 'operate'] : rightsOfRole[who]

    test.each(names)('%s is refused to the role, or is allowed', async (name) => {
      const { method, path } = operations[name]
      const { status, body } = await sendFrom(service, method, path.replaceAll(/\{\w+\}/g, 'unknown'), {
        cookie: users[who].cookie,
        organization: service.organizationId,
        // No operation has this member, so the server also refuses a user who has the right, and nothing happens.
        ...(method === 'POST' || method === 'PATCH' ? { body: { no_such_member: true } } : {}),
      })
      const right = userRights[name]

      if (operations[name].callers.some((caller) => caller === 'anyone')) return expect(status).not.toBe(403)
      if (right !== null && held.includes(right)) return expect(body.error?.code).not.toBe('insufficient_permission')
      expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'insufficient_permission' })
    })
  })
})

describeEachDatabase('a user who calls the merchant’s operations', (open) => {
  const service = useService(open)
  const as =
    (user: SignedIn) =>
    (method: string, path: string, asked: DashboardRequest = {}) =>
      sendFrom(service, method, path, { cookie: user.cookie, organization: service.organizationId, ...asked })

  test('sees what an API key sees', async () => {
    const plan = await createPlan(service, aMonthlyPlan())
    const { body: payment } = await (
      await aShopper(service, { customer: { email: 'ada@example.com' }, plan: { id: plan.id } })
    ).pay()
    const user = await addUser(service, { [service.organizationId]: 'read_only' })

    const seen = await as(user)('GET', `/payments/${payment.id}`)

    expect(seen.body).toEqual((await service.send('GET', `/payments/${payment.id}`)).body)
  })

  test('can refund a payment with the role support, and the audit log names the user', async () => {
    const plan = await createPlan(service, aMonthlyPlan())
    const { body: payment } = await (
      await aShopper(service, { customer: { email: 'ada@example.com' }, plan: { id: plan.id } })
    ).pay()
    const user = await addUser(service, { [service.organizationId]: 'support' })

    const refunded = await as(user)('POST', `/payments/refund/${payment.id}`, { body: { amount: 100 } })

    expect({ status: refunded.status, refunded: refunded.body.refunded_amount }).toEqual({ status: 200, refunded: 100 })
    const admin = await addUser(service, { [service.organizationId]: 'admin' })
    const { body } = await as(admin)('GET', '/audit')
    expect(
      body.data.some(
        (record: { who: string; what: string }) => record.who === user.id && record.what === 'refundPayment',
      ),
    ).toBe(true)
  })

  test('needs the password for a refund above the organization’s limit, and not for one below it', async () => {
    const price = { default: { amount: 80_000, currency: 'USD' }, countries: [] }
    const plan = await createPlan(service, aMonthlyPlan({ price }))
    const { body: payment } = await (
      await aShopper(service, { customer: { email: 'ada@example.com' }, plan: { id: plan.id } })
    ).pay()
    const user = await addUser(service, { [service.organizationId]: 'support' })
    const refund = (amount?: number) => as(user)('POST', `/payments/refund/${payment.id}`, { body: { amount } })
    await service.database.db
      .updateTable('dashboardSessions')
      .set({ reauthenticatedAt: '2026-01-01T00:00:00Z' })
      .where('userId', '=', user.id)
      .execute()

    const large = await refund()
    const small = await refund(50_000)
    const split = await refund(1)
    await as(user)('POST', '/dashboard-session/reauthenticate', { body: { password } })
    const confirmed = await refund()

    expect([large.status, large.body.error.code]).toEqual([403, 'reauthentication_required'])
    expect(small.body.refunded_amount).toBe(50_000)
    expect(split.body.error.code).toBe('reauthentication_required')
    expect(confirmed.body.refunded_amount).toBe(80_000)
  })

  test('cannot change a customer by resending an email if the role is support', async () => {
    const user = await addUser(service, { [service.organizationId]: 'support' })
    const answer = await as(user)('POST', '/emails/email_unknown/resend', { body: { to: 'current' } })

    expect(answer.body.error.message).toContain('Not the role support')
  })

  test('does not share an idempotency key with another user', async () => {
    const [mina, leo] = [
      await addUser(service, { [service.organizationId]: 'member' }),
      await addUser(service, { [service.organizationId]: 'member' }),
    ]
    const asked = { body: { email: 'ada@example.com' }, headers: { 'Idempotency-Key': 'the same' } }
    const first = await as(mina)('POST', '/customers', asked)
    const again = await as(mina)('POST', '/customers', asked)
    const other = await as(leo)('POST', '/customers', asked)
    const byKey = await service.send('POST', '/customers', asked)

    expect(again.body.id).toBe(first.body.id)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(new Set([first.body.id, other.body.id, byKey.body.id]).size).toBe(3)
  })

  test('loses a role that is removed or lowered with the next request', async () => {
    const user = await addUser(service, { [service.organizationId]: 'member' })
    const send = as(user)
    const memberships = service.database.db.updateTable('memberships').where('userId', '=', user.id)
    const body = { email: 'ada@example.com' }

    expect((await send('POST', '/customers', { body })).status).toBe(200)
    await memberships.set({ role: 'read_only' }).execute()
    expect((await send('POST', '/customers', { body })).status).toBe(403)
    expect((await send('GET', '/customers')).status).toBe(200)
    await service.database.db.deleteFrom('memberships').where('userId', '=', user.id).execute()
    expect((await send('GET', '/customers')).status).toBe(403)
  })

  test('sees in each of two organizations only what belongs to it', async () => {
    const other = await service.addOrganization('Kettle Teas')
    const user = await addUser(service, { [service.organizationId]: 'member', [other.organizationId]: 'read_only' })
    const own = await as(user)('POST', '/customers', { body: { email: 'ada@example.com' } })
    const there = { organization: other.organizationId }

    expect((await as(user)('GET', `/customers/${own.body.id}`)).status).toBe(200)
    expect((await as(user)('GET', `/customers/${own.body.id}`, there)).status).toBe(404)
    expect((await as(user)('GET', '/customers', there)).body.meta.total).toBe(0)
    expect((await as(user)('POST', '/customers', { ...there, body: {} })).status).toBe(403)
  })

  test('can pay with a stored method only, as an API key can', async () => {
    const user = await addUser(service, { [service.organizationId]: 'admin' })
    const { body } = await as(user)('POST', '/payments', {
      body: { payment_method: { type: 'CARD', details: { token: 'x' } }, hash: 'x' },
    })

    expect(['card_token_invalid', 'invalid_parameter']).toContain(body.error.code)
  })
})
