import type { Operations } from './interface.ts'

/** The name of an operation. */
export type OperationName = keyof Operations

/** The body that an operation takes; `never` if it takes none. */
export type BodyOf<Name extends OperationName> = Operations[Name]['body']

/** What an operation answers. */
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

/** The query of an operation: numbers are numbers, and one value may stand for a list of one. */
export type QueryOf<Name extends OperationName> = Operations[Name]['query']

/** What may be sent in addition to an id. */
export type Sent = 'body' | 'query'

/** What an operation receives in addition to its id. */
export type SentBy<Name extends OperationName> = readonly [
  ...([BodyOf<Name>] extends [never] ? [] : ['body']),
  ...([QueryOf<Name>] extends [never] ? [] : ['query']),
]
