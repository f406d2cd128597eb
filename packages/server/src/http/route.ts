import type { Operation } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { CallerContext } from '../organization/caller-context.ts'

/** A checked request for an operation that needs a caller. */
export interface ReadRequest<Row extends Operation> {
  readonly params: z.output<Row['params']>
  readonly query: z.output<Row['query']>
  readonly body: z.output<NonNullable<Row['body']>>
  readonly call: CallerContext
}

/** One operation and the function that answers it. */
export interface Route {
  readonly row: Operation
  readonly answer: (request: ReadRequest<Operation>) => Promise<unknown>
  /** Adds what a stored answer was stored without. */
  readonly complete: (remembered: unknown, request: ReadRequest<Operation>) => Promise<unknown>
}

/**
 * Binds an operation's row to the function that answers it; types of both sides come from the row. `complete` fills in
 * what may not be remembered, such as a credential, when an answer is given again; most answers are remembered whole.
 */
export const route = <Row extends Operation>(
  row: Row,
  answer: (request: ReadRequest<Row>) => Promise<z.input<Row['answer']>>,
  complete: (remembered: z.input<Row['answer']>, request: ReadRequest<Row>) => Promise<z.input<Row['answer']>> = async (
    remembered,
  ) => remembered,
): Route => ({
  row,
  answer: answer as unknown as Route['answer'],
  complete: complete as unknown as Route['complete'],
})

/** A checked request for an operation that anyone may call. */
export interface PublicRequest<Row extends Operation> {
  readonly params: z.output<Row['params']>
  readonly query: z.output<Row['query']>
  /** The page that asks, as its browser says; `undefined` outside of browsers. */
  readonly origin: string | undefined
  /** The languages of the page or browser, as it sends them. */
  readonly acceptLanguage: string | undefined
  /** The caller's network address. */
  readonly address: string
  /** Wall-clock time of the request. */
  readonly wall: Timestamp
  readonly requestId: string
}

/** One operation that anyone may call and the function that answers it. */
export interface PublicRoute {
  readonly row: Operation
  readonly answer: (request: PublicRequest<Operation>) => Promise<unknown>
}

/** Binds the row of an operation that anyone may call to the function that answers it. */
export const publicRoute = <Row extends Operation>(
  row: Row,
  answer: (request: PublicRequest<Row>) => Promise<z.input<Row['answer']>>,
): PublicRoute => ({ row, answer: answer as unknown as PublicRoute['answer'] })
