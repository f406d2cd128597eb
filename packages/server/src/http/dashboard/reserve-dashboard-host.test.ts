import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { reserveDashboardHost } from './reserve-dashboard-host.ts'

const serving = (dashboardOrigin: string) => {
  const app = express().use(
    reserveDashboardHost({ dashboardOrigin: () => dashboardOrigin, publicUrl: () => 'https://pay.example' }),
  )
  app.use((_request, response) => void response.send('served'))
  app.use(
    ((error, _request, response, _next) =>
      void response.status(error.status).send(error.message)) as express.ErrorRequestHandler,
  )
  return (host: string, path: string, headers: Record<string, string> = {}) =>
    request(app)
      .get(path)
      .set({ Host: host, ...headers })
}
const apart = serving('https://admin.example')

test.each([
  '/dashboard',
  '/dashboard/',
  '/dashboard/org_1/payments/pay_1',
  '/dashboard/assets/index-1.js',
  '/dashboard-session',
  '/dashboard-session/challenges',
  '/dashboard-set-up',
  '/dashboard-invitation',
  '/billing-checkout.js',
  '/billing-checkout-1a2b.js',
  '/assets/messages-1.js',
  '/logos/1a2b.png',
  '/healthz',
  '/readyz',
  '/metrics',
])('the host of the dashboard serves %s', async (path) => {
  expect((await apart('admin.example', path)).text).toBe('served')
})

test.each(['/', '/plans', '/pay/4dd0aa3e', '/buy/link_1', '/o/org_1/cancel', '/docs', '/frame/1', '/dashboards'])(
  'the host of the dashboard has no %s, except for requests of the dashboard itself',
  async (path) => {
    const { status, text } = await apart('admin.example', path)
    const own = await apart('admin.example', path, { 'X-Billing-Dashboard': '1' })
    const byKey = await apart('admin.example', path, { 'X-Billing-Dashboard': '1', Authorization: 'Bearer sk' })

    expect([status, text]).toEqual([
      404,
      'This host has the dashboard and nothing else; the service is at https://pay.example.',
    ])
    expect(own.text).toBe('served')
    expect(byKey.status).toBe(404)
  },
)

test('another host redirects to the page, signs no user in and answers no request of the dashboard', async () => {
  const page = await apart('pay.example', '/dashboard/org_1/payments?page=2')
  const signIn = await apart('pay.example', '/dashboard-session', { 'X-Billing-Dashboard': '1' })
  const nested = await apart('pay.example', '/dashboard-session/challenges')
  // What a browser sends that has a cookie from before the dashboard moved: a same-origin GET has no Origin header.
  const read = await apart('pay.example', '/customers', { 'X-Billing-Dashboard': '1', 'Sec-Fetch-Site': 'same-origin' })

  expect([page.status, page.headers['location']]).toEqual([
    303,
    'https://admin.example/dashboard/org_1/payments?page=2',
  ])
  expect([signIn.status, nested.status, read.status]).toEqual([404, 404, 404])
  expect((await apart('pay.example', '/plans')).text).toBe('served')
})

test('a dashboard at the address of the service is served with the rest', async () => {
  const together = serving('https://pay.example')
  const answers = await Promise.all(
    ['/dashboard', '/dashboard-session', '/plans'].map((path) => together('pay.example', path)),
  )

  expect(answers.map(({ text }) => text)).toEqual(['served', 'served', 'served'])
})
