import { type Dispatcher, request } from 'undici'
import { ForbiddenAddress } from './guarded-agent.ts'

/** The outcome of a POST. */
export interface PostOutcome {
  readonly arrived: boolean
  readonly status: number | null
  /** The first 2 kB of the answer, as storable text; null if there was no answer. */
  readonly body: string | null
  /** Why the webhook did not arrive, as a sentence; null if it did. */
  readonly error: string | null
  readonly retryAfterSeconds?: number
}

/** Milliseconds within which an answer must start. */
const answerMillisUsual = 15_000
/** Seconds for reading the beginning of an answer's body after its status is known. */
const bodySeconds = 2
const bodyBytesMax = 2048

/** Posts a body to an endpoint. It never throws, follows no redirect, requests no compression, and reads at most 2 kB of the answer. */
export const postWebhook = async (
  url: string,
  { body, headers, agent, signal, answerMillis = answerMillisUsual }: PostOptions,
): Promise<PostOutcome> => {
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': 'application/json', 'user-agent': 'billing-checkout-webhooks/1', ...headers },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(answerMillis), ...(signal ? [signal] : [])]),
    })
    const text = await readBeginning(answer.body)
    return outcomeOf(answer.statusCode, text, answer.headers['retry-after'])
  } catch (error) {
    return { arrived: false, status: null, body: null, error: explain(error, answerMillis) }
  }
}

interface PostOptions {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly agent: Dispatcher
  /** Aborts the request. */
  readonly signal?: AbortSignal
  readonly answerMillis?: number
}

const outcomeOf = (status: number, body: string, retryAfter: string | string[] | undefined): PostOutcome => {
  if (status >= 200 && status < 300) return { arrived: true, status, body, error: null }
  const seconds = status === 429 || status === 503 ? secondsOf(retryAfter) : undefined
  const isRedirect = status >= 300 && status < 400
  return {
    arrived: false,
    status,
    body,
    error: isRedirect
      ? `It answered ${status}; redirects are not followed.`
      : `It answered ${status}; a status from 200 to 299 counts as delivered.`,
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  }
}

/** Parses a Retry-After header, which is a number of seconds or a date (RFC 9110), into seconds. */
const secondsOf = (retryAfter: string | string[] | undefined): number | undefined => {
  const text = [retryAfter].flat()[0]
  if (text === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return seconds > 0 ? seconds : undefined
}

/**
 * Reads the first bytes of an answer, and drops the connection if the answer is longer. If the answer breaks off, returns the bytes so far,
 * because the status alone decides whether the webhook arrived.
 */
const readBeginning = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  const late = setTimeout(() => body.destroy(), bodySeconds * 1000)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= bodyBytesMax) break
    }
  } catch {
    // Keep the bytes that have arrived.
  } finally {
    clearTimeout(late)
    body.destroy()
  }
  // An incomplete last character, and NUL, which PostgreSQL cannot store, become the replacement character.
  return Buffer.concat(chunks).subarray(0, bodyBytesMax).toString('utf8').replaceAll('\0', '\u{fffd}')
}

/** Explains an error in our own words, because the operating system's message reveals the local address of the connection. */
const explain = (error: unknown, answerMillis: number): string => {
  const { name, code, cause } = error as Error & { code?: string; cause?: Error & { code?: string } }
  if (error instanceof ForbiddenAddress) return error.message
  if (cause instanceof ForbiddenAddress) return cause.message
  if (name === 'TimeoutError') return `It did not answer within ${answerMillis / 1000} seconds.`
  return sentences[code ?? cause?.code ?? ''] ?? 'It could not be reached.'
}

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Its host name has no address.',
  EAI_AGAIN: 'Its host name could not be looked up.',
  ECONNREFUSED: 'It refuses connections.',
  EHOSTUNREACH: 'There is no way to its address.',
  ENETUNREACH: 'There is no way to its address.',
  ETIMEDOUT: 'It could not be connected to in time.',
  EPROTO: 'It does not speak TLS as it should.',
  ECONNRESET: 'It closed the connection.',
  UND_ERR_SOCKET: 'It closed the connection.',
  UND_ERR_CONNECT_TIMEOUT: 'It could not be connected to in time.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate cannot be verified.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host name.',
}
