import { dashboardOperations, type DashboardOperationName } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { drawPng } from '../../support/pages/draw-png.ts'
import { addUser, type DashboardRequest, password, sendFrom } from '../../support/services/dashboard.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'
import { useService } from '../../support/services/use-service.ts'

const names = Object.keys(dashboardOperations) as DashboardOperationName[]

describeEachDatabase('keys, settings and connections in the dashboard', (open) => {
  let offset = 0
  const service = useService(open, { wallClock: () => new Date(Date.now() + offset).toISOString() })
  const anAdmin = async (organization = service.organizationId) => {
    const { cookie } = await addUser(service, { [organization]: 'admin' })
    return (method: string, path: string, asked: DashboardRequest = {}) =>
      sendFrom(service, method, path, { cookie, organization, ...asked })
  }

  test.each(names)('%s is refused to an API key, whatever its scopes', async (name) => {
    const { method, path } = dashboardOperations[name]
    const key = await service.addKey(service.organizationId, { customers: 'write', audit: 'read', erasure: 'write' })
    for (const credential of [service.key, key]) {
      const answer = await sendFrom(service, method, path.replace('{id}', 'unknown'), {
        headers: { Authorization: `Bearer ${credential}` },
        ...(method === 'POST' || method === 'PATCH' ? { body: {} } : {}),
      })
      expect(statusAndCode(answer)).toEqual({ status: 403, code: 'insufficient_permission' })
    }
  })

  test.each(names)('%s requires the password again after ten minutes if it changes anything', async (name) => {
    const send = await anAdmin()
    const { method, path } = dashboardOperations[name]
    const ask = (body: object) =>
      send(method, path.replace('{id}', 'unknown'), method === 'POST' || method === 'PATCH' ? { body } : {})
    offset = 601_000
    const late = await ask({ no_such_member: true })
    await send('POST', '/dashboard-session/reauthenticate', { body: { password } })
    const renewed = await ask({ no_such_member: true })
    offset = 0

    expect(late.body.error?.code === 'reauthentication_required').toBe(method !== 'GET')
    expect(renewed.body.error?.code).not.toBe('reauthentication_required')
  })

  test('a key is shown once, works with its scopes, and is revoked at once', async () => {
    const send = await anAdmin()
    const made = await send('POST', '/api-keys', { body: { scopes: { plans: 'read' } } })
    const { key } = made.body
    const listed = await send('GET', '/api-keys')

    expect(JSON.stringify(listed.body)).not.toContain(key)
    expect(listed.body.data.at(-1)).toMatchObject({ id: made.body.id, scopes: { plans: 'read' }, revoked_at: null })
    expect((await service.send('GET', '/plans', { key })).status).toBe(200)
    expect((await service.send('GET', '/customers', { key })).status).toBe(403)
    expect((await send('DELETE', `/api-keys/${made.body.id}`)).body.revoked_at).not.toBe(null)
    expect((await service.send('GET', '/plans', { key })).status).toBe(401)
    expect((await send('DELETE', '/api-keys/key_unknown')).status).toBe(404)
  })

  test('a replaced key keeps its name and scopes, and works for one more day', async () => {
    const send = await anAdmin()
    const made = (await send('POST', '/api-keys', { body: { name: 'Shop', scopes: { plans: 'read' } } })).body
    const next = (await send('POST', `/api-keys/${made.id}/rotate`)).body
    const { data } = (await send('GET', '/api-keys')).body
    const factsOf = (id: string) => data.find((key: { id: string }) => key.id === id)
    const day = Date.parse(factsOf(made.id).expires_at) - Date.parse(factsOf(next.id).created_at)

    expect(factsOf(next.id)).toMatchObject({ name: 'Shop', scopes: { plans: 'read' }, expires_at: null })
    expect(day).toBe(86_400_000)
    for (const { key } of [made, next]) expect((await service.send('GET', '/plans', { key })).status).toBe(200)
    expect((await send('POST', '/api-keys/key_unknown/rotate')).status).toBe(404)
    await send('DELETE', `/api-keys/${next.id}`)
    expect((await send('POST', `/api-keys/${next.id}/rotate`)).status).toBe(404)
  })

  test('a key of another organization is neither listed nor revoked', async () => {
    const other = await service.addOrganization('Kettle Teas')
    const [send, theirs] = [await anAdmin(), await anAdmin(other.organizationId)]
    const { id, key } = (await theirs('POST', '/api-keys', { body: {} })).body

    expect((await send('DELETE', `/api-keys/${id}`)).status).toBe(404)
    expect((await send('POST', `/api-keys/${id}/rotate`)).status).toBe(404)
    expect((await send('GET', '/api-keys')).body.data.map((each: { id: string }) => each.id)).not.toContain(id)
    expect((await service.send('GET', '/plans', { key })).status).toBe(200)
  })

  test('settings are checked and stored as on the command line, and take effect at once', async () => {
    const send = await anAdmin()
    const before = (await send('GET', '/organization')).body
    const changed = await send('PATCH', '/organization', {
      body: { name: 'Lantern & Sons', settings: { display_name: 'Lantern', emails: 'events' } },
    })

    expect(before.settings).toMatchObject({ emails: 'off', display_name: null })
    expect(changed.body).toMatchObject({
      name: 'Lantern & Sons',
      settings: { display_name: 'Lantern', emails: 'events' },
    })
    expect((await send('GET', '/organization')).body).toEqual(changed.body)
    for (const settings of [{ emails: 'often' }, { routing: [] }, { no_such_setting: 1 }, { logo: { file: 'x' } }]) {
      const { status, body } = await send('PATCH', '/organization', { body: { settings } })
      expect({ status, code: body.error.code }).toEqual({
        status: 400,
        code: 'no_such_setting' in settings ? 'unknown_parameter' : 'invalid_parameter',
      })
    }
    expect((await send('GET', '/organization')).body).toEqual(changed.body)
  })

  test('an uploaded logo replaces the former one, can be removed, and must be a whole image within the limits', async () => {
    const send = await anAdmin()
    const change = (body: object) => send('PATCH', '/organization', { body })
    const image = (width: number) => drawPng({ width }).toString('base64')
    const first = await change({ logo: image(20) })
    const second = await change({ name: 'Lantern', logo: image(30) })
    const refused = await Promise.all(
      [
        'not Base64!',
        '',
        Buffer.from('<svg/>').toString('base64'),
        image(20).slice(0, 40),
        image(1025),
        Buffer.alloc(100_001).toString('base64'),
        Buffer.alloc(140_000).toString('base64'),
        Buffer.alloc(300_000).toString('base64'),
      ].map(async (logo) => statusAndCode(await change({ logo }))),
    )
    const kept = (await send('GET', '/organization')).body
    const removed = await change({ settings: { logo: null } })

    expect(first.body.settings.logo).toMatchObject({ width: 20 })
    expect(second.body).toMatchObject({ name: 'Lantern', settings: { logo: { width: 30 } } })
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400, 413])
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['invalid_parameter', 'payload_too_large']))
    expect(kept).toEqual(second.body)
    expect((await fetch(`${service.url}/logos/${first.body.settings.logo.file}`)).status).toBe(404)
    expect(removed.body.settings.logo).toBeNull()
  })

  test('connections are listed with their state, and without secrets', async () => {
    const send = await anAdmin()
    const { body } = await send('GET', '/connections')

    expect(body).toEqual({ data: [] })
  })
})
