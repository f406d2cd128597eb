import type { Request } from 'express'
import { isLoopbackHost } from '../../../config/is-public.ts'
import { holdsToken, holdsTokenAsPassword } from '../../monitoring/holds-token.ts'

/** What decides who may read the sandbox's emails. */
export interface EmailReaders {
  /** Whether other machines reach this server. */
  readonly isPublic: () => boolean
  /** The operator's token, which also opens the metrics; null: there is none. */
  readonly token: string | null
}

/**
 * Whether a request may read the sandbox's emails, which have names, addresses and links into accounts. The operator's token opens them
 * everywhere. Without it, a server that other machines reach shows them to no one: not even to its own machine, because a proxy on that
 * machine sends it the requests of strangers. A server of one machine shows them to that machine. Then the `Host` header must name the
 * machine, too: a page of a stranger whose domain resolves to 127.0.0.1 is of the same origin as ours, and could read ours otherwise.
 */
export const mayReadEmails = (request: Request, { isPublic, token }: EmailReaders): boolean => {
  if (token !== null && (holdsToken(request, token) || holdsTokenAsPassword(request, token))) return true
  if (proxyHeaders.some((name) => request.get(name) !== undefined)) return false
  return !isPublic() && isLoopbackHost(request.ip ?? '') && isLoopbackHost(nameOfHost(request))
}

/** A proxy on this machine may rewrite `Host`; these tell that there is one. */
const proxyHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via']

/** The name in the `Host` header itself. A browser's script may set `X-Forwarded-Host`, but not this one. */
const nameOfHost = (request: Request): string => {
  const url = `http://${request.get('Host') ?? ''}`
  return URL.canParse(url) ? new URL(url).hostname : ''
}
