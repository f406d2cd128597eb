import { Router } from 'express'
import type { MasterSecret } from '../../credentials/master-secret.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import type { Database } from '../../store/database.ts'
import { allowAnyOrigin } from './assets-router.ts'
import { findArchivedFile } from './archived-assets.ts'
import { immutableCacheControl, sendFile, type ServedFile } from './served-file.ts'

/** The parts of the router of archived files. */
export interface ArchivedAssetsDependencies {
  readonly database: Database
  readonly masterSecret: MasterSecret
  readonly rateLimiter: RateLimiter
}

/**
 * Serves files of other versions of the element, which servers on this database have archived. A page that names an older version, or was
 * loaded before an upgrade, can load its files forever.
 */
export const archivedAssetsRouter = ({ database, masterSecret, rateLimiter }: ArchivedAssetsDependencies): Router => {
  const found = new Map<string, ServedFile>()
  const router = Router({ caseSensitive: true, strict: true })
  router.get([/^\/billing-(checkout|portal)-[0-9a-f]+\.js$/, /^\/assets\/./], async (request, response, next) => {
    const path = request.path.slice(1)
    const known = found.get(path)
    requestLocalsOf(response).pattern = path.startsWith('assets/') ? '/assets/{file}' : '/{script}'
    if (known === undefined) await rateLimiter.count(request, response, null)
    const file = known ?? (await findArchivedFile(database, masterSecret, path))
    if (file === undefined) return next()
    found.set(path, file)
    allowAnyOrigin(response)
    await sendFile(response, file, immutableCacheControl)
  })
  return router
}
