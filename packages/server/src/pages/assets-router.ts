import { Router } from 'express'
import { factsOf } from '../http/request-facts.ts'
import type { ElementAssets } from './assets.ts'
import { immutable, sendFile } from './served-file.ts'

/** A page keeps the script, or a preset, for five minutes and asks again whether it is the newest. */
const revalidated = 'public, max-age=300, must-revalidate'

/** What has its content's hash in its path will never be anything else; the script's plain name and the presets may. */
const isHashed = (path: string, { script }: ElementAssets['manifest']): boolean =>
  path !== script && !path.startsWith('presets/')

/** The script for merchants' pages and everything it loads: for any origin, cached by content. */
export const assetsRouter = ({ manifest, files }: ElementAssets): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  // Paths one by one: a pattern would also match the operations, and Express would answer their preflights for them.
  for (const [path, file] of files) {
    router.get(`/${path}`, (_request, response) => {
      factsOf(response).pattern = path.startsWith('assets/') ? '/assets/{file}' : '/{script}'
      response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
      sendFile(response, file, isHashed(path, manifest) ? immutable : revalidated)
    })
  }
  return router
}
