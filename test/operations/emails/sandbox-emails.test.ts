import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/read-config.ts'
import { storedMailer } from '#server/emails/stored-mailer.ts'
import { createOrganization } from '#server/index.ts'
import { startServer } from '#server/wiring/start-server.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { silentLogger } from '../../support/services/use-operated-server.ts'

const at = '2026-11-21T12:00:00.000Z'
const token = 'a-token-of-the-operator'

/** A server as an operator starts it, with an organization, and a function that stores an email by the sandbox's mailer. */
const startSandbox = async (settings: Readonly<Record<string, string>> = {}) => {
  const [database, port] = await Promise.all([openTestDatabase('postgresql'), freePort()])
  const folder = mkdtempSync(join(tmpdir(), 'billing-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: 'the secret of a sandbox that stores emails',
    RATE_LIMIT: 'off',
    PORT: String(port),
    ...settings,
  })
  const server = await startServer({ config, logger: silentLogger })
  onTestFinished(async () => {
    await server.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { db } = database
  const { id: organizationId } = await createOrganization(db, { name: 'Folio', originsOfFirst: null, wall: at })
  await db
    .insertInto('customers')
    .values({ organizationId, id: 'cus_mina', email: 'mina@example.com', createdAt: at, updatedAt: at } as never)
    .execute()
  const mailer = storedMailer(db, 'billing@sandbox.example')
  return {
    port,
    async store(
      id: string,
      changes: { to?: string; subject?: string; text?: string; html?: string; date?: string } = {},
    ) {
      const due = { dueAt: at, createdAt: at, facts: '{}', status: 'sent' } as const
      const email = { organizationId, id, kind: 'receipt', customerId: 'cus_mina', ...due } as const
      await db.insertInto('emails').values(email).execute()
      await mailer.send({
        messageId: `<${id}@sandbox.example>`,
        organizationId,
        id,
        from: { name: 'Folio', address: mailer.fromAddress },
        replyTo: null,
        to: 'mina@example.com',
        subject: `Subject of ${id}`,
        text: 'Thank you.',
        html: '<!doctype html><p>Thank you.</p>',
        date: at,
        ...changes,
      })
    },
  }
}

/** Sends a request from this machine. Its `Host` header may name another machine. */
const get = (port: number, path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }>((resolve, reject) => {
    const sent = request({ port, path, headers, host: '127.0.0.1', agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject).end()
  })

const subjectsIn = (markup: string): readonly string[] => [...markup.matchAll(/Subject of (\w+)/g)].map(([, id]) => id!)

test('the sandbox lists its emails, the newest first, a hundred on a page', async () => {
  const { port, store } = await startSandbox()
  const ids = Array.from({ length: 102 }, (_each, index) => `email_${100 + index}`)
  // Two emails at a time have the same date, so that pages also end between equal dates.
  const dateOf = (index: number) => new Date(Date.parse(at) + Math.floor(index / 2) * 1000).toISOString()
  await Promise.all(ids.map((id, index) => store(id, { date: dateOf(index) })))

  const newest = await get(port, '/sandbox/emails')
  const older = /href="([^"]*before=[^"]*)"/.exec(newest.text)![1]!.replaceAll('&#38;', '&')
  const oldest = await get(port, older)

  expect(subjectsIn(newest.text)).toEqual(ids.toReversed().slice(0, 100))
  expect(subjectsIn(oldest.text)).toEqual(['email_101', 'email_100'])
  expect(oldest.text).not.toContain('Older emails')
})

test('emails to one address are found however the address is written', async () => {
  const { port, store } = await startSandbox()
  await store('email_1', { to: 'Mina@Example.com' })
  await store('email_2', { to: 'noor@example.com' })

  const listed = async (query: string) => subjectsIn((await get(port, `/sandbox/emails?${query}`)).text)

  expect(await listed('to=mina%40example.com')).toEqual(['email_1'])
  expect(await listed('to=nobody%40example.com')).toEqual([])
  expect(await listed('to=%00&before=yesterday')).toEqual(['email_2', 'email_1'])
})

test('markup in an email is shown as text', async () => {
  const { port, store } = await startSandbox()
  const markup = `<script>alert("it's")</script>`
  await store('email_1', {
    subject: markup,
    text: `${markup} https://a.example/?b=1&c=2).`,
  })

  const pages = await Promise.all(
    ['/sandbox/emails', '/sandbox/emails/email_1', `/sandbox/emails?to=${encodeURIComponent(`">${markup}`)}`].map(
      (path) => get(port, path),
    ),
  )

  for (const { status, text } of pages) {
    expect(status).toBe(200)
    expect(text).not.toContain('<script')
    expect(text).not.toContain('">"')
  }
  expect(pages[1]!.text).toContain('<a href="https://a.example/?b=1&#38;c=2">https://a.example/?b=1&#38;c=2</a>).')
})

test('an email page shows its headers, its text, and its HTML in a document that runs no script', async () => {
  const { port, store } = await startSandbox()
  const html = '<!doctype html><p>Thank you.</p><script>alert(1)</script>'
  await store('email_1', { html })

  const page = await get(port, '/sandbox/emails/email_1')
  const document = await get(port, '/sandbox/emails/email_1/html')

  expect(page.text.match(/<dt>(.*?)<\/dt>/g)).toEqual(
    ['Kind', 'From', 'To', 'Subject', 'Date', 'Message-ID', 'Auto-Submitted'].map((name) => `<dt>${name}</dt>`),
  )
  expect(page.text).toContain('<iframe sandbox="" src="/sandbox/emails/email_1/html"')
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/,
  )
  expect(document.text).toBe(html)
  expect(document.headers['content-security-policy']).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  )
  for (const { headers } of [page, document])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
})

test('an unknown id is answered with 404, and the answer does not repeat it', async () => {
  const { port } = await startSandbox()

  for (const id of ['email_9', 'email_9/html', '%00', '..%2F..%2Fdocs', '%3Cscript%3E']) {
    const { status, text } = await get(port, `/sandbox/emails/${id}`)
    expect({ id, status }).toEqual({ id, status: 404 })
    expect(text).not.toMatch(/email_9|script/)
  }
})

const paths = ['/sandbox/emails', '/sandbox/emails/email_1', '/sandbox/emails/email_1/html']

/** The statuses of all pages about emails. */
const statusesFor = (port: number, headers: Readonly<Record<string, string>> = {}) =>
  Promise.all(paths.map(async (path) => (await get(port, path, headers)).status))

test('a page of another origin cannot read emails through a name that resolves to this machine', async () => {
  const { port, store } = await startSandbox()
  await store('email_1')

  expect(await statusesFor(port, { Host: 'rebound.example' })).toEqual([404, 404, 404])
  expect(await statusesFor(port, { Host: `localhost:${port}` })).toEqual([200, 200, 200])
})

test('a public server answers as though there were no emails, also to a proxy on its machine', async () => {
  const { port, store } = await startSandbox({ PUBLIC_URL: 'https://sandbox.example' })
  await store('email_1')

  expect(await statusesFor(port)).toEqual([404, 404, 404])
  expect((await get(port, '/sandbox/emails')).text).toContain('There is nothing at this path')
  expect((await get(port, '/')).text).not.toContain('/sandbox/emails')
})

test('a public server shows emails to an operator with the token', async () => {
  const { port, store } = await startSandbox({ PUBLIC_URL: 'https://sandbox.example', METRICS_TOKEN: token })
  await store('email_1')
  const basic = (password: string) => `Basic ${Buffer.from(`mina:${password}`).toString('base64')}`

  const stranger = await get(port, '/sandbox/emails')

  expect(stranger).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': expect.stringMatching(/^Basic realm=/) },
  })
  expect(stranger.text).not.toContain('email_1')
  for (const credential of ['Bearer another-token', basic('another-token'), basic(''), 'Basic %'])
    expect(await statusesFor(port, { Authorization: credential })).toEqual([401, 401, 401])
  for (const credential of [`Bearer ${token}`, basic(token)])
    expect(await statusesFor(port, { Authorization: credential })).toEqual([200, 200, 200])
  expect((await get(port, '/')).text).toContain('href="/sandbox/emails"')
})

test('wrong tokens are counted and limited', async () => {
  const { port } = await startSandbox({ PUBLIC_URL: 'https://sandbox.example', METRICS_TOKEN: token, RATE_LIMIT: '2' })

  await statusesFor(port, { Authorization: 'Bearer a-guess' })

  expect((await get(port, '/sandbox/emails', { Authorization: `Bearer ${token}` })).status).toBe(429)
})

test('a sandbox that sends its emails has no page for them', async () => {
  const { port } = await startSandbox({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'billing@shop.example' })

  expect(await statusesFor(port)).toEqual([404, 404, 404])
  expect((await get(port, '/')).text).not.toContain('/sandbox/emails')
})
