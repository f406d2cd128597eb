import type { dashboardOperations } from '@billing-checkout/contract'
import { requestJson } from './request-json.ts'

type Operations = typeof dashboardOperations

/** The operations for dashboard users only, as far as the dashboard calls them. The contract defines their schemas. */
export const userOperations = {
  findOverview: { method: 'GET', path: '/reports/overview' },
  findRevenue: { method: 'GET', path: '/reports/revenue' },
  findUsers: { method: 'GET', path: '/users' },
  inviteUser: { method: 'POST', path: '/users' },
  updateUser: { method: 'PATCH', path: '/users/{id}' },
  removeUser: { method: 'DELETE', path: '/users/{id}' },
  findOrganization: { method: 'GET', path: '/organization' },
  updateOrganization: { method: 'PATCH', path: '/organization' },
  findApiKeys: { method: 'GET', path: '/api-keys' },
  createApiKey: { method: 'POST', path: '/api-keys' },
  rotateApiKey: { method: 'POST', path: '/api-keys/{id}/rotate' },
  revokeApiKey: { method: 'DELETE', path: '/api-keys/{id}' },
  findConnections: { method: 'GET', path: '/connections' },
} as const satisfies Partial<Record<keyof Operations, { readonly method: string; readonly path: string }>>

type UserOperationName = keyof typeof userOperations

/** The answer of an operation for dashboard users only. */
export type UserOperationAnswer<Name extends UserOperationName> = Operations[Name]['answer']['_zod']['output']

/** The body of an operation for dashboard users only. */
export type UserOperationBody<Name extends UserOperationName> = NonNullable<Operations[Name]['body']>['_zod']['input']

interface Sent<Name extends UserOperationName> {
  readonly id?: string
  readonly body?: UserOperationBody<Name>
  readonly signal?: AbortSignal
  /** If a request is repeated with the same key, the server makes the change only once. */
  readonly idempotencyKey?: string
}

/** A client with a method for each operation for dashboard users only. */
export type UserClient = {
  readonly [Name in UserOperationName]: (sent?: Sent<Name>) => Promise<UserOperationAnswer<Name>>
}

/** Opens the client for `userOperations`. Its `send` is a `fetch` that sends requests as the user. */
export const createUserClient = (send: typeof fetch): UserClient =>
  Object.fromEntries(
    Object.entries(userOperations).map(([name, { method, path }]) => [
      name,
      ({
        id = '',
        body,
        signal,
        idempotencyKey = crypto.randomUUID(),
      }: Sent<UserOperationName> & { readonly body?: object } = {}) =>
        requestJson({
          method,
          path: path.replace('{id}', encodeURIComponent(id)),
          body,
          ...(method !== 'GET' && { headers: { 'Idempotency-Key': idempotencyKey } }),
          signal,
          fetch: send,
        }),
    ]),
  ) as UserClient
