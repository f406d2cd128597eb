import type { OperationName, operations } from '@billing-checkout/contract'

type Rows = typeof operations

/** What may be sent, as a schema of the contract describes it. */
type InputOf<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } } ? Input : never

/** What a schema of the contract reads or answers. */
type OutputOf<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } } ? Output : never

/** The body an operation takes; `unknown` when it takes none. */
export type BodyOf<Name extends OperationName> = InputOf<NonNullable<Rows[Name]['body']>>

/** What an operation answers. */
export type AnswerOf<Name extends OperationName> = OutputOf<Rows[Name]['answer']>

/** The query of an operation in a caller's words: numbers are numbers, and one value may stand for a list of one. */
export type QueryOf<Name extends OperationName> = Comfortable<OutputOf<Rows[Name]['query']>>

type Comfortable<Query> = { readonly [Member in keyof Query]: OneOrSeveral<Query[Member]> }

type OneOrSeveral<Value> = Value extends readonly (infer Item)[] ? Item | readonly Item[] : Value

/** What may be sent beside an id. */
export type Sent = 'body' | 'query'

/** What an operation is sent beside its id. */
export type SentBy<Name extends OperationName> = readonly [
  ...(unknown extends BodyOf<Name> ? [] : ['body']),
  ...(HasMembers<OutputOf<Rows[Name]['query']>> extends true ? ['query'] : []),
]

/** An object schema without members reads `Record<string, never>`. */
type HasMembers<Value> = string extends keyof Value ? false : true

/** What every request may be given beside what it sends. */
export interface RequestOptions {
  /** Ends the request; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** How long one attempt may take, instead of the client's own. */
  readonly timeoutSeconds?: number
}

/** What a request that changes something may be given. */
export interface WriteOptions extends RequestOptions {
  /**
   * At most 255 printable ASCII characters that stand for this one intention, such as an order number: the same key and
   * request, from this process or another, within 30 days, get the first answer again. Absent: a random one.
   */
  readonly idempotencyKey?: string
}

type IdArgument<Name extends OperationName> =
  HasMembers<OutputOf<Rows[Name]['params']>> extends true ? [id: string] : []

/** A body of which nothing is required may be left out. */
type BodyArgument<Name extends OperationName> =
  unknown extends BodyOf<Name> ? [] : object extends BodyOf<Name> ? [body?: BodyOf<Name>] : [body: BodyOf<Name>]

type QueryArgument<Name extends OperationName> = 'query' extends SentBy<Name>[number] ? [query?: QueryOf<Name>] : []

/** What an operation takes: the id of its path, then its body, then its query. */
export type ArgumentsOf<Name extends OperationName> = [
  ...IdArgument<Name>,
  ...BodyArgument<Name>,
  ...QueryArgument<Name>,
]
