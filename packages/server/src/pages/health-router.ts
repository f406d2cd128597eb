import { Router, type Response } from 'express'
import { factsOf } from '../http/request-facts.ts'

/** What decides whether the server may be sent requests. */
export interface Health {
  isStopping(): boolean
  /** Resolves when the database answers. */
  ping(): Promise<void>
}

/** `/healthz`: the process lives. `/readyz`: it may be sent requests; 503 while it stops or its database is gone. */
export const healthRouter = (health: Health): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/healthz', (_request, response) => answer(response, '/healthz', 200, 'alive'))
  router.get('/readyz', async (_request, response) => {
    if (health.isStopping()) return answer(response, '/readyz', 503, 'stopping')
    const answers = await answersSoon(health.ping())
    answer(response, '/readyz', answers ? 200 : 503, answers ? 'ready' : 'database unreachable')
  })
  return router
}

const answer = (response: Response, pattern: string, status: number, word: string): void => {
  factsOf(response).pattern = pattern
  response.status(status).set('Cache-Control', 'no-store').json({ status: word })
}

const pingMillisMax = 2000

const answersSoon = async (ping: Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), pingMillisMax)
  })
  try {
    return await Promise.race([ping.then(() => true), tooLate])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
