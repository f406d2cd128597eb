import type { Request } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a request carries the operator's token. */
export const holdsToken = (request: Request, token: string): boolean =>
  timingSafeEqual(digestOf(request.get('Authorization') ?? ''), digestOf(`Bearer ${token}`))

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
