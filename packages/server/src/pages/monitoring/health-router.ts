import { Router, type Response } from 'express'
import { factsOf } from '../../http/requests/request-facts.ts'
import type { TroubleWatch } from '../../store/engine/errors/watch-troubles.ts'
import { holdsToken } from './holds-token.ts'

/** What decides whether the server may be sent requests. */
export interface Health {
  isStopping(): boolean
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Resolves when the database has written something. */
  probeWrite(): Promise<void>
  readonly troubles: TroubleWatch
  /** What `/readyz` tells beside that, as far as it can be read, and the token that it asks for; null: it tells nobody. */
  readonly operators: { readonly token: string; detail(): Promise<object> } | null
}

/**
 * `/healthz`: the process lives. `/readyz`: it may be sent requests; 503 while it stops, while its database is gone, and
 * from the first write that the database refuses to all until one works again. Who has the operator's token is told more,
 * and is answered like anybody else: the detail never decides.
 */
export const healthRouter = (health: Health): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/healthz', (_request, response) => answer(response, '/healthz', 200, 'alive'))
  router.get('/readyz', async (request, response) => {
    const { operators } = health
    const detail = operators && holdsToken(request, operators.token) ? await soon(operators.detail()) : {}
    if (health.isStopping()) return answer(response, '/readyz', 503, 'stopping', detail)
    const error = await errorSoon(isWritable(health))
    if (error === undefined) return answer(response, '/readyz', 200, 'ready', detail)
    const trouble = health.troubles.note(error)?.kind ?? 'unreachable'
    answer(response, '/readyz', 503, `database ${trouble.replaceAll('_', ' ')}`, detail)
  })
  return router
}

const isWritable = async ({ ping, probeWrite, troubles }: Health): Promise<void> => {
  await ping()
  // Also a database whose disk is full answers a ping.
  if (troubles.stopsWrites() === undefined) return
  await probeWrite()
  troubles.writesAgain()
}

const answer = (response: Response, pattern: string, status: number, word: string, detail: object = {}): void => {
  factsOf(response).pattern = pattern
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .json({ status: word, ...detail })
}

/** A database that does not answer has no detail to give, and `/readyz` has to be answered all the same. */
const soon = async (reading: Promise<object>): Promise<object> => {
  let detail = {}
  await errorSoon(reading.then((read) => void (detail = read)))
  return detail
}

const pingMillisMax = 2000

/** Why something does not work, or not soon enough; `undefined` where it does. */
const errorSoon = async (work: Promise<void>): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<unknown>((resolve) => {
    timer = setTimeout(() => resolve(new Error('timeout expired')), pingMillisMax)
  })
  try {
    return await Promise.race([
      work.then(
        () => undefined,
        (error: unknown) => error,
      ),
      tooLate,
    ])
  } finally {
    clearTimeout(timer)
  }
}
