import type { TroubleWatch } from '@billing-checkout/database/errors'
import { Router, type Response } from 'express'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import { hasOperatorToken } from './has-operator-token.ts'
import { awaitWithin } from '../../reading/await-within.ts'

/** The facts that decide whether the server is ready for requests. */
export interface Health {
  isStopping(): boolean
  /** Resolves if the database answers. */
  ping(): Promise<void>
  /** Resolves once the database has accepted a write. */
  probeWrite(): Promise<void>
  readonly troubles: TroubleWatch
  /** The token for the details of `/readyz`, and the function that reads them; null: no details. */
  readonly operators: { readonly token: string; detail(): Promise<object> } | null
}

/**
 * `/healthz` answers while the process runs. `/readyz` answers whether it accepts requests: 503 while the process stops, while its database
 * is unavailable, and, once all writes fail, until a write succeeds again. A caller with the operator's token also gets details, which
 * never affect the status.
 */
export const healthRouter = (health: Health): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/healthz', (_request, response) => answer(response, '/healthz', 200, 'alive'))
  router.get('/readyz', async (request, response) => {
    const { operators } = health
    const detail =
      operators && hasOperatorToken(request, operators.token)
        ? await limitWait(operators.detail()).catch(() => ({}))
        : {}
    if (health.isStopping()) return answer(response, '/readyz', 503, 'stopping', detail)
    const error = await limitWait(isWritable(health)).catch((fault: unknown) => fault)
    if (error === undefined) return answer(response, '/readyz', 200, 'ready', detail)
    const trouble = health.troubles.reportError(error)?.kind ?? 'unreachable'
    answer(response, '/readyz', 503, `database ${trouble.replaceAll('_', ' ')}`, detail)
  })
  return router
}

const isWritable = async ({ ping, probeWrite, troubles }: Health): Promise<void> => {
  await ping()
  // A database with a full disk still answers a ping. If writes have failed, only a successful write shows that the disk has space.
  if (troubles.stopsWrites() === undefined) return
  await probeWrite()
  troubles.reportWrite()
}

const answer = (response: Response, pattern: string, status: number, word: string, detail: object = {}): void => {
  requestLocalsOf(response).pattern = pattern
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .json({ status: word, ...detail })
}

/** Limits the wait: a database that does not answer yields no details, but `/readyz` must still answer. */
const limitWait = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  awaitWithin(pingMillisMax, answer, () => new Error('timeout expired'))

const pingMillisMax = 2000
