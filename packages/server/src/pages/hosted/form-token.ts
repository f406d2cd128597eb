import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Timestamp } from '@billing-checkout/domain'
import type { Request } from 'express'
import type { Logger } from 'pino'

/** The parts that signing a form needs. */
export interface FormTokenDependencies {
  readonly pagesKey: Buffer
  readonly publicUrl: () => string
  readonly wallClock: () => Timestamp
  readonly logger: Logger
}

const lifetimeSeconds = 86_400

/** Makes the CSRF token for the form on the page at this path. It is valid for a day, and only for this page. */
export const formToken = ({ pagesKey, wallClock }: FormTokenDependencies, path: string): string => {
  const endsAt = Math.floor(Date.parse(wallClock()) / 1000) + lifetimeSeconds
  return `${endsAt}.${sign(pagesKey, path, endsAt)}`
}

/** A field of a posted form; empty if it is missing or repeated. */
export const formFieldOf = (request: Request, name: string): string => {
  const value = ((request.body ?? {}) as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Whether our own page at this path posted the form. Another site can make a browser post the form, but cannot read the form's token. If
 * the browser states an origin, it must be ours; the opaque origin of a sandboxed frame is refused.
 */
export const isOwnForm = (parts: FormTokenDependencies, request: Request, path: string): boolean =>
  holdsFormToken(parts, request, path) && isSameOrigin(parts, request)

/**
 * Whether a request comes from our own origin. Also true if the client states no origin, because a browser on another site would state one.
 */
export const isSameOrigin = (parts: FormTokenDependencies, request: Request): boolean => {
  const site = request.get('Sec-Fetch-Site')
  if (site !== undefined && site !== 'same-origin') return false
  const origin = request.get('Origin')
  const own = new URL(parts.publicUrl()).origin
  if (origin === undefined || origin === own) return true
  parts.logger.warn({ origin, own }, 'a form was refused: browsers reach this server at another origin than PUBLIC_URL')
  return false
}

const holdsFormToken = ({ pagesKey, wallClock }: FormTokenDependencies, request: Request, path: string): boolean => {
  const [, endsAt, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(formFieldOf(request, 'token')) ?? []
  if (endsAt === undefined || signature === undefined) return false
  if (Number(endsAt) * 1000 <= Date.parse(wallClock())) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(pagesKey, path, Number(endsAt))))
}

const sign = (key: Buffer, path: string, endsAt: number): string =>
  createHmac('sha256', key).update(`form ${endsAt} ${path}`).digest('base64url')
