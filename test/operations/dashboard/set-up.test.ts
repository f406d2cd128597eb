import { beforeEach, expect, test } from 'vitest'
import { issueSetUpCode } from '#server/credentials/users/set-up.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { addUser, cookieOf, password, sendFrom, type SignedIn } from '../../support/services/dashboard.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('the first user of the dashboard', (open) => {
  const service = useService(open)
  let emails = 0
  const setUp = (code: string, email = `first${++emails}@example.com`) =>
    sendFrom(service, 'POST', '/dashboard-set-up', { body: { code, email, name: 'Mina', password } })
  const issue = async (organizationId: string | null = null, wall = new Date().toISOString()) =>
    (await issueSetUpCode(service.database.db, organizationId, wall))!.code

  beforeEach(async () => {
    await service.database.db.deleteFrom('userSetUp').execute()
  })

  test('a set-up code makes one operator, who administers every organization', { timeout: 120_000 }, async () => {
    const other = await service.addOrganization('Kettle Teas')
    const code = await issue()
    const made = await setUp(code)
    const again = await setUp(code)

    expect(made.status).toBe(201)
    expect(made.body.user).toMatchObject({ name: 'Mina', is_operator: true })
    expect(made.body.organizations).toMatchObject([
      { id: service.organizationId, role: 'admin' },
      { id: other.organizationId, role: 'admin' },
    ])
    expect((await sendFrom(service, 'GET', '/dashboard-session', { cookie: cookieOf(made) })).status).toBe(200)
    expect({ status: again.status, code: again.body.error.code }).toEqual({ status: 401, code: 'invalid_credentials' })
    expect(await issueSetUpCode(service.database.db, null, new Date().toISOString())).toBe(undefined)
    const signedIn = await sendFrom(service, 'POST', '/dashboard-session', {
      body: { email: made.body.user.email, password },
    })
    expect(signedIn.status).toBe(201)
  })

  test('a code for one organization makes a user of that organization only', { timeout: 120_000 }, async () => {
    const other = await service.addOrganization('Bell & Co')
    const made = await setUp(await issue(other.organizationId))

    expect(made.body.organizations).toMatchObject([{ id: other.organizationId, role: 'admin' }])
  })

  test('a code ends after 30 minutes, and when a new one is issued', { timeout: 120_000 }, async () => {
    const early = await issue(null, new Date(Date.now() - 1_800_001).toISOString())
    const late = await setUp(early)
    const replaced = await issue()
    const current = await issue()

    expect(late.body.error.code).toBe('invalid_credentials')
    expect((await setUp(replaced)).body.error.code).toBe('invalid_credentials')
    expect((await setUp(current)).status).toBe(201)
  })

  test('of several requests with one code at the same time, one makes a user', { timeout: 120_000 }, async () => {
    const code = await issue()
    const before = await countUsers()
    const answers = await Promise.all(Array.from({ length: 4 }, () => setUp(code)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401, 401])
    expect(await countUsers()).toBe(before + 1)
  })

  test('a wrong code, a short password or an address without @ makes no user', { timeout: 120_000 }, async () => {
    const code = await issue()
    const before = await countUsers()
    const wrong = await setUp('0'.repeat(40))
    const short = await sendFrom(service, 'POST', '/dashboard-set-up', {
      body: { code, email: 'mina', name: 'Mina', password: 'elevenchars' },
    })

    expect(wrong.body.error.code).toBe('invalid_credentials')
    expect(short.body.error.details).toMatchObject([
      { path: 'body.email' },
      { path: 'body.password', code: 'too_small' },
    ])
    expect(await countUsers()).toBe(before)
  })

  const createOrganization = ({ cookie }: SignedIn, name: string) =>
    sendFrom(service, 'POST', '/dashboard-session/organizations', { cookie, body: { name } })
  const countOf = async (name: string) => {
    const organizations = service.database.db.selectFrom('organizations').select('id')
    return (await organizations.where('name', '=', name).execute()).length
  }

  test('an operator makes an organization and becomes its admin; a repeated request makes no second one', async () => {
    const operator = await addUser(service, {}, { isOperator: true })
    const answers = await Promise.all(Array.from({ length: 4 }, () => createOrganization(operator, 'Fox & Kettle')))
    const [{ id }] = answers[0]!.body.organizations
    const own = { cookie: operator.cookie, organization: id }

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(answers[3]!.body.organizations).toMatchObject([{ id, name: 'Fox & Kettle', role: 'admin' }])
    expect(await countOf('Fox & Kettle')).toBe(1)
    expect((await sendFrom(service, 'GET', '/api-keys', own)).body).toEqual({ data: [] })
    const { body: log } = await sendFrom(service, 'GET', '/audit', own)
    expect(log.data).toMatchObject([
      { object: operator.id, who: operator.id, what: 'createOrganization', after: { role: 'admin' } },
      { object: id, who: operator.id, what: 'createOrganization', after: { name: 'Fox & Kettle' } },
    ])
  })

  test('users who are not operators, and operators who have to repeat the password, make no organization', async () => {
    const admin = await addUser(service, { [service.organizationId]: 'admin' })
    const operator = await addUser(service, {}, { isOperator: true })
    const earlier = new Date(Date.now() - 601_000).toISOString()
    await service.database.db
      .updateTable('dashboardSessions')
      .set({ reauthenticatedAt: earlier })
      .where('userId', '=', operator.id)
      .execute()
    const refused = [await createOrganization(admin, 'Owl & Pot'), await createOrganization(operator, 'Owl & Pot')]
    await sendFrom(service, 'POST', '/dashboard-session/reauthenticate', {
      cookie: operator.cookie,
      body: { password },
    })
    const empty = await createOrganization(operator, ' ')

    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
      [403, 'insufficient_permission'],
      [403, 'reauthentication_required'],
    ])
    expect([empty.status, await countOf('Owl & Pot')]).toEqual([400, 0])
    expect((await createOrganization(operator, 'Owl & Pot')).status).toBe(201)
  })

  const countUsers = async () => (await service.database.db.selectFrom('users').select('id').execute()).length
})
