import type { OperationRoute } from '../operation-table.ts'
import type { WriteOptions } from '../request-options.ts'

/** A method's arguments. */
interface MethodArguments {
  readonly id: string | undefined
  readonly body: unknown
  readonly query: Readonly<Record<string, unknown>>
  readonly options: WriteOptions
}

/** A request that can be sent, and repeated. */
export interface PreparedRequest {
  readonly method: OperationRoute['method']
  /** The path and query string, to be appended to the base address. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Every POST and PATCH has a key, so that a repeated request has no second effect; null for other methods. */
  readonly idempotencyKey: string | null
}

/** Sorts a method's arguments: the path's id, then the body, the query, and the options. */
export const readArguments = ({ path, sends }: OperationRoute, given: readonly unknown[]): MethodArguments => {
  const rest = [...given]
  const id = path.includes('{') ? rest.shift() : undefined
  const { body, query = {} } = Object.fromEntries(sends.map((part) => [part, rest.shift() ?? {}]))
  return {
    id: id as string | undefined,
    body,
    query: query as MethodArguments['query'],
    options: (rest.shift() ?? {}) as WriteOptions,
  }
}

/** Prepares a request. Throws a TypeError for an id that cannot be part of a path. */
export const prepareRequest = (
  { method, path }: OperationRoute,
  { id, body, query, options }: MethodArguments,
  apiKey: string,
): PreparedRequest => {
  const changes = method === 'POST' || method === 'PATCH'
  const idempotencyKey = changes ? (options.idempotencyKey ?? crypto.randomUUID()) : null
  return {
    method,
    target: path.replace(/\{\w+\}/, () => encodeId(id)) + encodeQuery(query),
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${apiKey}`,
      'X-API-Version': '1.0.0',
      ...(idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    idempotencyKey,
  }
}

/** An empty id, `.` or `..` would silently make another path and request something else. */
const encodeId = (id: unknown): string => {
  if (typeof id === 'string' && !/^\.{0,2}$/.test(id)) return encodeURIComponent(id)
  throw new TypeError(`An id must be a text such as price_…, got ${JSON.stringify(id)}.`)
}

/** Absent members are left out. An empty list is sent as an empty value: without the parameter, the server would list everything. */
const encodeQuery = (query: MethodArguments['query']): string => {
  const members = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return members.length === 0 ? '' : `?${new URLSearchParams(members)}`
}
