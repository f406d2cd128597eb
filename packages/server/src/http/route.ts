import type { Operation } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { CallerContext } from '../organization/caller-context.ts'
import type { InTurnOf } from './request-turns.ts'

/** A checked request for an operation that needs a caller. */
export interface ReadRequest<Declared extends Operation> {
  readonly params: z.output<Declared['params']>
  readonly query: z.output<Declared['query']>
  readonly body: z.output<NonNullable<Declared['body']>>
  readonly call: CallerContext
}

/** One operation and the function that answers it. */
export interface Route {
  readonly operation: Operation
  readonly answer: (request: ReadRequest<Operation>) => Promise<unknown>
  /** Adds what a stored answer was stored without. */
  readonly complete: (remembered: unknown, request: ReadRequest<Operation>) => Promise<unknown>
}

/**
 * Binds an operation to the function that answers it, whose types come from it. `complete` fills in
 * what may not be remembered, such as a credential, when an answer is given again; most answers are remembered whole.
 */
export const route = <Declared extends Operation>(
  operation: Declared,
  answer: (request: ReadRequest<Declared>) => Promise<z.input<Declared['answer']>>,
  complete: (
    remembered: z.input<Declared['answer']>,
    request: ReadRequest<Declared>,
  ) => Promise<z.input<Declared['answer']>> = async (remembered) => remembered,
): Route => ({
  operation,
  answer: answer as unknown as Route['answer'],
  complete: complete as unknown as Route['complete'],
})

/** A checked request for an operation that anyone may call. */
export interface PublicRequest<Declared extends Operation> {
  readonly params: z.output<Declared['params']>
  readonly query: z.output<Declared['query']>
  /** The page that asks, as its browser says; `undefined` outside of browsers. */
  readonly origin: string | undefined
  /** The languages of the page or browser, as it sends them. */
  readonly acceptLanguage: string | undefined
  /** The caller's network address. */
  readonly address: string
  /** Wall-clock time of the request. */
  readonly wall: Timestamp
  readonly requestId: string
  /** Runs what is done for an organization, once that is known, when it is its turn. */
  readonly inTurnOf: InTurnOf
}

/** One operation that anyone may call and the function that answers it. */
export interface PublicRoute {
  readonly operation: Operation
  readonly answer: (request: PublicRequest<Operation>) => Promise<unknown>
}

/** Binds an operation that anyone may call to the function that answers it. */
export const publicRoute = <Declared extends Operation>(
  operation: Declared,
  answer: (request: PublicRequest<Declared>) => Promise<z.input<Declared['answer']>>,
): PublicRoute => ({ operation, answer: answer as unknown as PublicRoute['answer'] })
