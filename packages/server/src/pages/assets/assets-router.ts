import { type Response, Router } from 'express'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import { type ElementAssets, isImmutable } from './assets.ts'
import { immutableCacheControl, sendFile } from './served-file.ts'

/** A browser caches the script, a preset or the inventory for five minutes, and then checks for a newer version. */
const revalidated = 'public, max-age=300, must-revalidate'

/** Serves the script for merchants' pages and everything that it loads: for any origin, cached by content hash. */
export const assetsRouter = ({ manifest, files }: ElementAssets): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  // One route for each path: a pattern would also match paths of operations, and Express would then answer their CORS preflights itself.
  for (const [path, file] of files) {
    router.get(`/${path}`, async (_request, response) => {
      requestLocalsOf(response).pattern = path.startsWith('assets/') ? '/assets/{file}' : '/{script}'
      allowAnyOrigin(response)
      await sendFile(response, file, isImmutable(path, manifest) ? immutableCacheControl : revalidated)
    })
  }
  return router
}

/** Lets pages of any origin load the answer, including cross-origin isolated pages. */
export const allowAnyOrigin = (response: Response): void =>
  void response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
