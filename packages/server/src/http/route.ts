import type { Operation } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { CallerContext } from '../organization/caller-context.ts'
import type { RunInTurn } from './request-turns.ts'

/** A validated request for an operation that needs a caller. */
export interface AuthenticatedRequest<Declared extends Operation> {
  readonly params: z.output<Declared['params']>
  readonly query: z.output<Declared['query']>
  readonly body: z.output<NonNullable<Declared['body']>>
  readonly call: CallerContext
}

/** One operation and the function that answers it. */
export interface Route {
  readonly operation: Operation
  readonly answer: (request: AuthenticatedRequest<Operation>) => Promise<unknown>
  /** Adds to a stored answer what must not be stored, such as a credential. */
  readonly complete: (remembered: unknown, request: AuthenticatedRequest<Operation>) => Promise<unknown>
}

/**
 * Binds an operation to the function that answers it. The operation's schemas decide the types of the function. If a stored answer is
 * repeated, `complete` adds what must not be stored, such as a credential. Most answers are stored whole, and need no `complete`.
 */
export const route = <Declared extends Operation>(
  operation: Declared,
  answer: (request: AuthenticatedRequest<Declared>) => Promise<z.input<Declared['answer']>>,
  complete: (
    remembered: z.input<Declared['answer']>,
    request: AuthenticatedRequest<Declared>,
  ) => Promise<z.input<Declared['answer']>> = async (remembered) => remembered,
): Route => ({
  operation,
  answer: answer as unknown as Route['answer'],
  complete: complete as unknown as Route['complete'],
})

/** A validated request for an operation that anyone may call. */
export interface PublicRequest<Declared extends Operation> {
  readonly params: z.output<Declared['params']>
  readonly query: z.output<Declared['query']>
  /** The origin of the calling page, according to its browser; `undefined` outside browsers. */
  readonly origin: string | undefined
  /** The `Accept-Language` of the page or browser. */
  readonly acceptLanguage: string | undefined
  /** The caller's network address. */
  readonly address: string
  /** Wall-clock time of the request. */
  readonly wall: Timestamp
  readonly requestId: string
  /** Runs work for an organization in its turn. Call it once the organization is known. */
  readonly inTurnOf: RunInTurn
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
