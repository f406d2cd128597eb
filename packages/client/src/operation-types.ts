import type { Operations } from './interface.ts'

/** The name of an operation. */
export type OperationName = keyof Operations

/** The body that an operation takes; `never` if it takes none. */
export type BodyOf<Name extends OperationName> = Operations[Name]['body']

/** The answer of an operation. */
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

/** The query of an operation: numbers are numbers, and a list of one value may be written as the value. */
export type QueryOf<Name extends OperationName> = Operations[Name]['query']

/** A part of a request besides the path's id. */
export type RequestPart = 'body' | 'query'

/** The parts of an operation's requests besides the path's id, in order. */
export type RequestPartsOf<Name extends OperationName> = readonly [
  ...([BodyOf<Name>] extends [never] ? [] : ['body']),
  ...([QueryOf<Name>] extends [never] ? [] : ['query']),
]
