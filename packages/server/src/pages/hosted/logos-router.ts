import { Router } from 'express'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import { logoFilePattern } from '../../organization/logo-rules.ts'
import { findLogo } from '../../organization/stored-logos.ts'
import type { Database } from '../../store/database.ts'
import { immutableCacheControl } from '../assets/served-file.ts'

/** Serves the logos of organizations for our pages. A file's name contains the hash of its content. */
export const logosRouter = ({
  database,
  rateLimiter,
}: {
  readonly database: Database
  readonly rateLimiter: RateLimiter
}): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/logos/:file', async (request, response, next) => {
    requestLocalsOf(response).pattern = '/logos/{file}'
    await rateLimiter.count(request, response, null)
    const { file } = request.params
    const body = logoFilePattern.test(file) ? await findLogo(database, file) : undefined
    if (body === undefined) return next()
    response.set({
      'Content-Type': file.endsWith('.png') ? 'image/png' : 'image/webp',
      'Cache-Control': immutableCacheControl,
      ETag: `"${file}"`,
      // Merchants upload these files, so a browser that opens a file as a page must run and load nothing.
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    response.send(Buffer.from(body))
  })
  return router
}
