import { expect, test } from 'vitest'
import { archiveOrganization } from '#server/organization/archive-organization.ts'
import { encodeLogo } from '#server/organization/encode-logo.ts'
import { loadOrganization } from '#server/organization/load-organization.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { drawPng } from '../../support/pages/draw-png.ts'
import { useService } from '../../support/services/use-service.ts'
import { anEmail, createPlan } from '../../support/stories/shopper.ts'

describeEachDatabase('logos', (open) => {
  const service = useService(open)
  const now = () => new Date().toISOString()
  const change = (settings: object, id = service.organizationId) =>
    updateOrganization(service.database.db, id, { settings: { ...settings } }, now())
  /** Uploads a logo of this width in pixels. Returns the path of its file. */
  const upload = async (width: number, id = service.organizationId): Promise<string> => {
    const logo = await encodeLogo(drawPng({ width }))
    await updateOrganization(service.database.db, id, { settings: {}, logo }, now())
    return `/logos/${logo.setting.file}`
  }
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.url}${path}`, { headers })
  const statusOf = async (path: string) => (await get(path)).status
  const openPage = async () => {
    const plan = await createPlan(service)
    const { body } = await service.send('POST', '/client-session', {
      body: { customer: { email: anEmail() }, plan: { id: plan.id } },
    })
    const answer = await get(`/pay/${body.id as string}`)
    return { policy: answer.headers.get('content-security-policy')!, html: await answer.text() }
  }

  test('a logo can be cached for ever under its hash, and is served as an image that runs no script', async () => {
    const path = await upload(20)
    const answer = await get(path)
    // If the request has no Cache-Control header, `fetch` adds a header that requires a new copy.
    const known = { 'If-None-Match': answer.headers.get('etag')!, 'Cache-Control': 'max-age=0' }
    const again = await get(path, known)

    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual((await encodeLogo(drawPng({ width: 20 }))).body)
    expect(again.status).toBe(304)
  })

  test('the page shows the logo before the name, and its policy allows exactly that file', async () => {
    const path = await upload(30)
    const { policy, html } = await openPage()

    expect(html).toContain(`<header><p><img src="${path}" alt="" width="30" height="8"><bdi>`)
    expect(policy).toContain(`img-src data: ${service.url}${path};`)
  })

  test('the policy of a page without a logo allows no image of ours', async () => {
    await change({ logo: null })
    const { policy, html } = await openPage()

    expect(html).not.toContain('<img')
    expect(policy).toContain('img-src data:;')
  })

  test('the old file is deleted when another replaces it, and kept when another setting changes', async () => {
    const [old, replacing] = [await upload(40), await upload(41)]
    await change({ display_name: 'Folio' })

    expect([await statusOf(old), await statusOf(replacing)]).toEqual([404, 200])
    expect((await service.database.db.selectFrom('logos').select('file').execute()).length).toBe(1)
  })

  test('null removes the logo', async () => {
    const path = await upload(50)

    expect((await change({ logo: null }))?.settings.logo).toBeNull()
    expect(await statusOf(path)).toBe(404)
  })

  test('two organizations may have the same logo, and archiving one keeps the other’s file', async () => {
    const other = await service.addOrganization('Other')
    const [path] = [await upload(60), await upload(60, other.organizationId)]
    await archiveOrganization(service.database.db, other.organizationId, now())
    const archived = await loadOrganization(service.database.db, other.organizationId)

    expect(archived?.settings.logo).toBeUndefined()
    expect(await statusOf(path)).toBe(200)
    await change({ logo: null })
    expect(await statusOf(path)).toBe(404)
  })

  test('settings cannot name a file that was not uploaded', async () => {
    const path = await upload(70)
    const made = { file: `${'0'.repeat(64)}.png`, width: 1, height: 1 }

    await expect(change({ logo: made })).rejects.toThrow('The setting logo must be null')
    expect(await statusOf(path)).toBe(200)
  })

  test.each([`${'0'.repeat(64)}.png`, 'x.png', '..%2f..%2fetc%2fpasswd', '%00.png', ''])(
    '/logos/%s is not found',
    async (file) => {
      const answer = await get(`/logos/${file}`)

      expect(answer.status).toBe(404)
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )
})
