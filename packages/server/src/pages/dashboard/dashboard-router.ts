import { Router } from 'express'
import type { Billing } from '../../billing/billing.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import { immutableCacheControl, sendFile } from '../assets/served-file.ts'
import { refuseIfPagesOff } from '../hosted/send-page.ts'
import { htmlHeaders } from '../html.ts'
import type { DashboardFiles } from './dashboard-files.ts'

/** The parts of the dashboard's page. */
export interface DashboardRouterDependencies extends Billing {
  readonly rateLimiter: RateLimiter
  readonly dashboard: DashboardFiles | undefined
}

/**
 * Serves the dashboard: the same document for every path below `/dashboard`, and its files. The document contains no merchant data; its
 * script loads the data through operations, authenticated by the user's cookie.
 */
export const dashboardRouter = (parts: DashboardRouterDependencies): Router => {
  const router = Router({ caseSensitive: true })
  router.get('/dashboard/assets/:name', async (request, response) => {
    requestLocalsOf(response).pattern = '/dashboard/assets/{file}'
    const file = parts.dashboard?.files.get(`assets/${request.params.name}`)
    // Do not send the document: a browser that requests a script of another version would get HTML instead.
    if (file === undefined) return void response.status(404).end()
    response.set('Cross-Origin-Resource-Policy', 'same-origin')
    await sendFile(response, file, immutableCacheControl)
  })
  router.get(['/dashboard', '/dashboard/*path'], async (request, response) => {
    requestLocalsOf(response).pattern = '/dashboard'
    await parts.rateLimiter.count(request, response, null)
    if (refuseIfPagesOff(parts, response)) return
    if (parts.dashboard === undefined) {
      response.status(503).set({ 'Cache-Control': 'no-store' }).type('txt')
      return void response.send('This server has no dashboard, because it was not built.\n')
    }
    response.set(headers).send(parts.dashboard.document)
  })
  return router
}

const headers = htmlHeaders(
  {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    // For the logo of the organization.
    'img-src': "'self' data:",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    // The checkout that previews a price contains another copy of Lit, which creates the same policy again.
    'trusted-types': `lit-html 'allow-duplicates'`,
  },
  {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  },
)
