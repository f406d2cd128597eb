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
  /** The details that `/readyz` adds, if they can be read, and the token that it requires; null: no details. */
  readonly operators: { readonly token: string; detail(): Promise<object> } | null
}

/**
 * `/healthz`: the process runs. `/readyz`: it can take requests. It answers 503 while the process stops or its database is unavailable. It
 * also answers 503 from the first write that fails because the database refuses all writes, until one works again. A caller with the
 * operator's token gets details, with the same status as any other caller: the details never decide.
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

/** Why something does not work, or takes too long; `undefined` if it works in time. */
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
