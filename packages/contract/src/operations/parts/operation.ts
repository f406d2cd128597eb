import type { z } from 'zod'
import type { ProblemCode } from '../../problem.ts'
import type { ScopedResource } from '../../vocabulary/scopes.ts'

/**
 * Who may call an operation: a merchant's key, a dashboard user only, the client token of a checkout or portal session,
 * or anyone. Dashboard users may also call a merchant's operations, if their role allows it: `userRights`.
 */
export type Caller = 'merchant' | 'user' | 'widget' | 'portal' | 'anyone'

/** One operation of the interface, as the server, the client, the documentation and the tests use it. */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** The operation's name everywhere: in server, client, tests and documentation. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path in OpenAPI form, `/plans/{id}`. */
  readonly path: `/${string}`
  readonly summary: string
  /** Paragraphs in Markdown: what the operation does and never does, and what a caller should know. */
  readonly description: readonly string[]
  readonly callers: readonly Caller[]
  /** The scope that a restricted key needs; null if the operation needs no key. */
  readonly scope: { readonly resource: ScopedResource; readonly access: 'read' | 'write' } | null
  readonly params: Params
  readonly query: Query
  /** `null`: the operation takes no body. */
  readonly body: Body | null
  /** The largest body in bytes; absent: 64 KiB. */
  readonly bodyBytesMax?: number
  readonly answer: Answer
  /** Error codes that are specific to the operation; `problemsOf` adds the common ones. */
  readonly problems: readonly ProblemCode[]
}

/** Preserves an operation's literal types, from which client and server infer parameters and answers. */
export const operation = <
  const Name extends string,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Answer> & { readonly name: Name },
): Operation<Params, Query, Body, Answer> & { readonly name: Name } => operation
