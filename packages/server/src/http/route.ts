import type { Operation } from '@billing-checkout/contract'
import type { z } from 'zod'
import type { Call } from './call.ts'

/** A request that has been read and found faultless, for an operation that needs a caller. */
export interface ReadRequest<Row extends Operation> {
  readonly params: z.output<Row['params']>
  readonly query: z.output<Row['query']>
  readonly body: Row['body'] extends z.ZodType ? z.output<Row['body']> : undefined
  readonly call: Call
}

/** One operation and the function that answers it. */
export interface Route {
  readonly row: Operation
  readonly answer: (request: ReadRequest<Operation>) => Promise<unknown>
}

/** Binds an operation's row to the function that answers it; types of both sides come from the row. */
export const route = <Row extends Operation>(
  row: Row,
  answer: (request: ReadRequest<Row>) => Promise<z.input<Row['answer']>>,
): Route => ({ row, answer: answer as unknown as Route['answer'] })
