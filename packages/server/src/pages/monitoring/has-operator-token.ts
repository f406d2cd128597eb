import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'

/** Whether a request carries the operator's token. */
export const hasOperatorToken = (request: Request, token: string): boolean =>
  areEqual(request.get('Authorization') ?? '', `Bearer ${token}`)

/** Whether a browser sends the operator's token as a password (RFC 7617), with any user name. */
export const hasOperatorTokenAsPassword = (request: Request, token: string): boolean => {
  const [, encoded = ''] = /^Basic ([\w+/]+=*)$/i.exec(request.get('Authorization') ?? '') ?? []
  return areEqual(
    Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^[^:]*:/, ''),
    token,
  )
}

const areEqual = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other))

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
