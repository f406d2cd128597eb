import { Problem } from '@billing-checkout/contract'
import type { Request } from 'express'
import { findLossyNumber } from './find-lossy-number.ts'
import { pathInBody } from './path-in-body.ts'

const usualBytesMax = 64 * 1024
/** Up to this many bytes of a body that is too large are read and dropped, so that the caller can read the answer. */
const drainedBytesMax = 16 * 1024 * 1024
const depthMax = 32

/**
 * Reads the bytes of a request's body; empty if it has none. Throws `payload_too_large` above `bytesMax`, by default 64 KiB, and
 * `invalid_json` if the body is cut off. Never holds more than `bytesMax` in memory, so it is safe before authentication.
 */
export const readBodyBytes = async (request: Request, bytesMax = usualBytesMax): Promise<Buffer> => {
  const { chunks, length } = await drain(request, bytesMax)
  if (length <= bytesMax) return Buffer.concat(chunks)
  if (length > drainedBytesMax) request.res?.set('Connection', 'close')
  throw new Problem('payload_too_large', `The body must be at most ${bytesMax} bytes.`)
}

const drain = async (
  request: Request,
  bytesMax: number,
): Promise<{ readonly chunks: Buffer[]; readonly length: number }> => {
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Leaving the loop must not destroy the stream, because its socket still carries the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length <= bytesMax) chunks.push(chunk)
      if (length > drainedBytesMax) break
    }
  } catch {
    throw new Problem('invalid_json', 'The body was cut off.')
  }
  return { chunks, length }
}

/**
 * Parses the body as JSON; `undefined` if it is empty. Throws `unsupported_media_type` unless the body is declared as JSON, and
 * `invalid_json` if it is not JSON. Throws `invalid_parameter` for a number that a double would change and for deep nesting, and
 * `unknown_parameter` for a member `__proto__`.
 */
export const parseJsonBody = (bytes: Buffer, request: Request): unknown => {
  if (bytes.length === 0) return undefined
  requireJsonType(request)
  const { text, value } = parse(bytes)
  requireHarmless(value)
  requireKeptNumbers(text)
  return value
}

const requireJsonType = (request: Request): void => {
  const type = request.get('Content-Type')
  if (type === undefined)
    throw new Problem('unsupported_media_type', 'Content-Type must be application/json, got none.')
  if (!/^application\/json *(; *charset="?utf-8"? *)?$/i.test(type)) {
    throw new Problem('unsupported_media_type', 'Content-Type must be application/json in UTF-8.')
  }
  const encoding = request.get('Content-Encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type', 'Content-Encoding must be absent: the body is read as it is.')
  }
}

const parse = (bytes: Buffer): { readonly text: string; readonly value: unknown } => {
  // The parser's message quotes the text around the error, which may be card data, so it is dropped.
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch (error) {
    const what = error instanceof SyntaxError ? 'JSON' : 'UTF-8'
    throw new Problem('invalid_json', `The body must be ${what}, and it is not.`)
  }
}

/**
 * Throws for values that could harm other code: nesting deep enough to overflow the stack of code that walks it, and members named
 * `__proto__`, which an assignment would take for the prototype. Other names are harmless.
 */
const requireHarmless = (value: unknown): void => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) throw refusal('too_big', `body must be nested at most ${depthMax} deep.`)
    const objects = level.filter((member) => typeof member === 'object' && member !== null)
    if (objects.some((member) => Object.hasOwn(member, '__proto__'))) {
      throw refusal('unknown_parameter', 'body must not have a member named __proto__.')
    }
    level = objects.flatMap((member) => Object.values(member))
  }
}

/** Throws for a number that a double would change, because other languages write JSON with more digits than JavaScript keeps. */
const requireKeptNumbers = (text: string): void => {
  const names = findLossyNumber(text)
  if (names === undefined) return
  const path = pathInBody(names)
  throw refusal('invalid_value', `${path} must be a number that a double keeps exactly; send it as a string.`, path)
}

const refusal = (code: string, message: string, path = 'body'): Problem =>
  new Problem(code === 'unknown_parameter' ? code : 'invalid_parameter', message, {
    details: [{ path, code, message }],
  })
