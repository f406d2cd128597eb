import { type Response, Router } from 'express'
import { factsOf } from '../../http/requests/request-facts.ts'
import { type ElementAssets, isForever } from './assets.ts'
import { immutable, sendFile } from './served-file.ts'

/** A page keeps the script, a preset or the inventory for five minutes and asks again whether it is the newest. */
const revalidated = 'public, max-age=300, must-revalidate'

/** The script for merchants' pages and everything it loads: for any origin, cached by content. */
export const assetsRouter = ({ manifest, files }: ElementAssets): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  // Paths one by one: a pattern would also match the operations, and Express would answer their preflights for them.
  for (const [path, file] of files) {
    router.get(`/${path}`, async (_request, response) => {
      factsOf(response).pattern = path.startsWith('assets/') ? '/assets/{file}' : '/{script}'
      openToAnyPage(response)
      await sendFile(response, file, isForever(path, manifest) ? immutable : revalidated)
    })
  }
  return router
}

/** Lets pages of any origin load the answer, also those that isolate themselves. */
export const openToAnyPage = (response: Response): void =>
  void response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
