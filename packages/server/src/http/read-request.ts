import type { Operation } from '@billing-checkout/contract'
import { z } from 'zod'
import { problemOfFaults } from './problem-of-faults.ts'
import { type Reading, readWith } from './read-with.ts'

/** What a caller sent, not yet believed. */
export interface RawRequest {
  readonly params: unknown
  readonly query: unknown
  /** `undefined` when there was none. */
  readonly body: unknown
}

/** What a caller sent, found faultless. */
export interface FaultlessRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Reads a request by its operation's row. Throws one problem that lists every fault at once: `unknown_parameter` when all
 * of them are members nobody knows, else `invalid_parameter` (decisions 2).
 */
export const readRequest = (row: Operation, raw: RawRequest): FaultlessRequest => {
  const params = readWith(row.params, 'path', raw.params)
  const query = readWith(row.query, 'query', raw.query)
  const body = readBody(row, raw.body)
  const faults = [...params.faults, ...query.faults, ...body.faults]
  if (faults.length > 0) throw problemOfFaults(faults)
  return { params: params.value, query: query.value, body: body.value }
}

const readBody = (row: Operation, body: unknown): Reading => {
  if (row.body !== null) return readWith(row.body, 'body', body)
  // Many clients send `{}` with every POST, so an operation without a body takes an empty one.
  return { value: undefined, faults: body === undefined ? [] : readWith(z.strictObject({}), 'body', body).faults }
}
