import type { z } from 'zod'
import type { ProblemCode } from '../../problem.ts'
import type { ScopedResource } from '../../vocabulary/scopes.ts'

/**
 * Who may call an operation: a merchant's key, a user of the dashboard alone, the client token of a checkout's session or of the portal's,
 * or anyone at all. What a merchant's key may call, users may call by their roles: `userRights`.
 */
export type Caller = 'merchant' | 'user' | 'widget' | 'portal' | 'anyone'

/** One operation of the interface: everything the server, the client, the documentation and the tests know of an operation. */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** The one name of this operation, used by server, client, tests and documentation alike. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path in OpenAPI form, `/plans/{id}`. */
  readonly path: `/${string}`
  readonly summary: string
  /** Paragraphs in Markdown: what it does, what it never does, and what a caller should know. */
  readonly description: readonly string[]
  readonly callers: readonly Caller[]
  /** What a scoped key must be allowed to do; null if no key is needed. */
  readonly scope: { readonly resource: ScopedResource; readonly access: 'read' | 'write' } | null
  readonly params: Params
  readonly query: Query
  /** `null`: the operation takes no body. */
  readonly body: Body | null
  /** The most bytes that the body may have; absent: 64 KiB. */
  readonly bodyBytesMax?: number
  readonly answer: Answer
  /** Error codes of its own, in addition to those that many operations share; see `problemsOf`. */
  readonly problems: readonly ProblemCode[]
}

/** Keeps an operation's literal types, so that client and server read parameters and answers from it. */
export const operation = <
  const Name extends string,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Answer> & { readonly name: Name },
): Operation<Params, Query, Body, Answer> & { readonly name: Name } => operation
