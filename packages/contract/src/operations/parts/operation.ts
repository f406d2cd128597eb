import { z } from 'zod'
import type { ProblemCode } from '../../problem.ts'
import { idInput } from '../../resources/fields.ts'
import type { ScopedResource } from '../../vocabulary/scopes.ts'

/**
 * The callers of an operation: a merchant's key, a dashboard user only, the client token of a checkout or portal session, or anyone. A
 * dashboard user may also call a merchant's operations if the user's role allows it (`userRights`).
 */
export type Caller = 'merchant' | 'user' | 'widget' | 'portal' | 'anyone'

/** One operation of the interface. The server, the client, the documentation and the tests use this description. */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** The operation's name, the same in server, client, tests and documentation. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path in OpenAPI form, such as `/plans/{id}`. */
  readonly path: `/${string}`
  readonly summary: string
  /** Paragraphs in Markdown: what the operation does, what it never does, and what a caller should know. */
  readonly description: readonly string[]
  readonly callers: readonly Caller[]
  /** The scope that a restricted key needs; null if the operation needs no key. */
  readonly scope: { readonly resource: ScopedResource; readonly access: 'read' | 'write' } | null
  readonly params: Params
  readonly query: Query
  /** Null if the operation takes no body. */
  readonly body: Body | null
  /** The maximum size of the body in bytes; absent: 64 KiB. */
  readonly bodyBytesMax?: number
  readonly answer: Answer
  /** Error codes that are specific to the operation; `problemsOf` adds the common ones. */
  readonly problems: readonly ProblemCode[]
}

/** No parameters. The server rejects any parameter that a caller sends. */
export const none = z.strictObject({})

/** The `{id}` in a path. */
export const idParam = z.strictObject({ id: idInput.describe('Identifier of the resource.') })

/**
 * Preserves an operation's literal types; client and server infer parameters and answers from them. Without `params` or `query` an operation
 * takes no parameters there, and without `body` no body.
 */
export const operation = <
  const Name extends string,
  Answer extends z.ZodType,
  Params extends z.ZodType = typeof none,
  Query extends z.ZodType = typeof none,
  Body extends z.ZodType = z.ZodType,
>(
  described: Omit<Operation<Params, Query, Body, Answer>, 'params' | 'query' | 'body'> & {
    readonly name: Name
    readonly params?: Params
    readonly query?: Query
    readonly body?: Body
  },
): Operation<Params, Query, Body, Answer> & { readonly name: Name } =>
  ({ params: none, query: none, body: null, ...described }) as unknown as Operation<Params, Query, Body, Answer> & {
    readonly name: Name
  }
