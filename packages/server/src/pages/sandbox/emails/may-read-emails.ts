import type { Request } from 'express'
import { isLoopbackHost } from '../../../config/is-public.ts'
import { hasOperatorToken, hasOperatorTokenAsPassword } from '../../monitoring/has-operator-token.ts'

/** The facts that decide who may read the sandbox's emails. */
export interface EmailReadPolicy {
  /** Whether other machines reach this server. */
  readonly isPublic: () => boolean
  /** The operator's token, which also gives access to the metrics; null: there is none. */
  readonly token: string | null
}

/**
 * Whether a request may read the sandbox's emails, which contain names, addresses and links into accounts. The operator's token always
 * allows it. Without the token, a server that other machines reach allows no request, because a proxy on its machine may forward any
 * caller's request. A server that only this machine reaches allows this machine's requests if their `Host` header also names this machine.
 * Otherwise a foreign page whose domain resolves to 127.0.0.1 would share our origin and could read the emails.
 */
export const mayReadEmails = (request: Request, { isPublic, token }: EmailReadPolicy): boolean => {
  if (token !== null && (hasOperatorToken(request, token) || hasOperatorTokenAsPassword(request, token))) return true
  if (proxyHeaders.some((name) => request.get(name) !== undefined)) return false
  return !isPublic() && isLoopbackHost(request.ip ?? '') && isLoopbackHost(nameOfHost(request))
}

/** A proxy on this machine may rewrite `Host`; these headers reveal a proxy. */
const proxyHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via']

/** The name in the `Host` header itself: a browser's script can set `X-Forwarded-Host`, but not `Host`. */
const nameOfHost = (request: Request): string => {
  const url = `http://${request.get('Host') ?? ''}`
  return URL.canParse(url) ? new URL(url).hostname : ''
}
