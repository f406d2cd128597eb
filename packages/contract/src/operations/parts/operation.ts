import { z } from 'zod'
import type { ProblemCode } from '../../problem.ts'
import { idInput } from '../../resources/fields.ts'
import type { ScopedResource } from '../../vocabulary/scopes.ts'

/**
 * The callers of an operation: a merchant's key, a dashboard user only, the client token of a checkout or portal session, or anyone. A
 * dashboard user may also call a merchant's operations if the user's role allows it (`userRights`).
 */
export type Caller = 'merchant' | 'user' | 'widget' | 'portal' | 'anyone'

/** An operation without the name under which it is listed. */
export interface OperationDescription<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
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

/** One operation of the interface. The server, the client, the documentation and the tests use this description. */
export interface Operation extends OperationDescription {
  /** The operation's name, the same in server, client, tests and documentation. */
  readonly name: string
}

/** The schema of no parameters: the server rejects any parameter that a caller sends. */
export const noParameters = z.strictObject({})

/** The callers of an operation that only dashboard users may call. */
export const forDashboardUsers = { callers: ['user'], scope: null } as const

/** The `{id}` in a path. */
export const idParam = z.strictObject({ id: idInput.describe('Identifier of the resource.') })

/**
 * Describes an operation; client and server infer parameters and answers from its schemas. If `params`, `query` or `body` is absent, the
 * operation takes none. If `problems` is absent, it has no error codes of its own.
 */
export const operation = <
  Answer extends z.ZodType,
  Params extends z.ZodType = typeof noParameters,
  Query extends z.ZodType = typeof noParameters,
  Body extends z.ZodType = z.ZodType,
>(
  described: Omit<OperationDescription<Params, Query, Body, Answer>, keyof typeof absent> &
    Partial<Pick<OperationDescription<Params, Query, Body, Answer>, 'problems'>> & {
      readonly params?: Params
      readonly query?: Query
      readonly body?: Body
    },
) => ({ ...absent, ...described }) as unknown as OperationDescription<Params, Query, Body, Answer>

const absent = { params: noParameters, query: noParameters, body: null, problems: [] }

/** Gives each operation the name under which it is listed. */
export const nameOperations = <Listed extends Readonly<Record<string, OperationDescription>>>(listed: Listed) =>
  Object.fromEntries(Object.entries(listed).map(([name, described]) => [name, { name, ...described }])) as {
    readonly [Name in keyof Listed]: Listed[Name] & { readonly name: Name }
  }
