import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Response } from 'express'

/** Below this length, the extra header costs about as much as compression saves. */
const compressedLengthMin = 1024
/** From this length on, compression takes longer than other requests should wait, so another thread does it. */
const backgroundLengthMin = 32 * 1024

/**
 * Answers 200 with `answer`, compressed if the caller accepts gzip: shoppers on slow networks wait for a checkout's several kilobytes, and
 * a list has a hundred kilobytes. Text goes straight to the socket, together with the headers. The BREACH attack on compression needs an
 * attacker's text in the same answer as a secret. An answer with a new API key or other long-lived secret must therefore repeat only the
 * merchant's own text.
 */
export const sendJson = async (response: Response, answer: unknown): Promise<void> => {
  const text = JSON.stringify(answer)
  response.statusCode = 200
  response.vary('Accept-Encoding')
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  const isCompressed = acceptsGzip(response) && text.length >= compressedLengthMin
  // Encode long text here. Node would encode a string twice: once to compute its length, and once to send it.
  const body = isCompressed ? await compressed(text) : text.length < backgroundLengthMin ? text : Buffer.from(text)
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}

/** Whether the caller accepts gzip. If the request names no encoding, this needs no parsing. */
export const acceptsGzip = ({ req }: Response): boolean =>
  req.headers['accept-encoding'] !== undefined && req.acceptsEncodings('gzip') !== false

const compressed = (text: string): Buffer | Promise<Buffer> =>
  text.length < backgroundLengthMin ? gzipSync(text) : compressElsewhere(text)

const compressElsewhere = promisify<string, Buffer>(gzip)
