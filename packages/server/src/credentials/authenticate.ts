import { Problem } from '@billing-checkout/contract'
import { runOnBehalfOf } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import type { Principal } from '../organization/caller-context.ts'
import { loadOrganization } from '../organization/load-organization.ts'
import type { Organization } from '../organization/organization.ts'
import type { Database } from '../store/database.ts'
import { findOpenPortalSession } from '../store/entities/portal-sessions.ts'
import { inOrganization } from '../store/in-organization.ts'
import type { ApiKeys } from './api-keys.ts'
import type { ClientTokens } from './client-tokens.ts'

/** The caller, and the organization whose resources the request is about. */
export interface Caller {
  readonly organization: Organization
  readonly principal: Principal
}

/** Identifies the caller from an `Authorization` header. Throws `missing_credentials`, `invalid_credentials` or `expired_credentials`. */
export type Authenticate = (header: string | undefined, wall: Timestamp) => Promise<Caller>

/** Authenticates by API key or client token. `withDefaults` adds the server's defaults to the organization. */
export const createAuthenticate =
  (
    database: Database,
    apiKeys: ApiKeys,
    clientTokens: ClientTokens,
    withDefaults: (organization: Organization) => Organization = (organization) => organization,
  ): Authenticate =>
  async (header, wall) => {
    const credential = readBearer(header)
    const caller = await (looksLikeToken(credential)
      ? authenticateByToken(database, clientTokens, credential, wall)
      : apiKeys.authenticate(credential, wall))
    return { ...caller, organization: withDefaults(caller.organization) }
  }

const readBearer = (header: string | undefined): string => {
  if (header === undefined || header.trim() === '') {
    throw new Problem('missing_credentials', 'Send an API key as Authorization: Bearer <API_KEY>.')
  }
  const [, credential] = /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(header.trim()) ?? []
  if (credential === undefined)
    throw new Problem('invalid_credentials', 'Authorization must have the form Bearer <API_KEY>.')
  return credential
}

const looksLikeToken = (credential: string): boolean => credential.split('.').length === 3

const authenticateByToken = async (
  database: Database,
  clientTokens: ClientTokens,
  token: string,
  wall: Timestamp,
): Promise<Caller> => {
  const { organizationId, audience, sessionId, ownOrigin = null } = await clientTokens.verifyClientToken(token, wall)
  // The token is verified, so this read counts toward its merchant's share. A burst of one merchant's shoppers then does not delay the
  // authentication of others.
  const organization = await runOnBehalfOf(organizationId, () => loadOrganization(database, organizationId))
  if (organization === undefined)
    throw new Problem('invalid_credentials', 'The organization of this client token no longer exists.')
  if (audience === 'checkout') return { organization, principal: { kind: 'widget', sessionId, ownOrigin } }
  const session = await runOnBehalfOf(organizationId, () =>
    findOpenPortalSession(inOrganization(database, organizationId), sessionId, wall),
  )
  if (session === undefined) throw new Problem('expired_credentials', 'This portal session has ended.')
  return { organization, principal: { kind: 'portal', sessionId, customerId: session.customerId, ownOrigin } }
}
