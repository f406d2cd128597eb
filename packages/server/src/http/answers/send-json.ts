import type { Response } from 'express'
import { gzipSync } from 'node:zlib'

/** Below this a header more costs about what compression wins. */
const smallest = 1024

/**
 * Answers 200 with `answer`, compressed where the caller takes it: a checkout is several kilobytes, and the first thing that
 * a shopper on a slow network waits for.
 */
export const sendJson = (response: Response, answer: unknown): void => {
  const text = JSON.stringify(answer)
  response.status(200).vary('Accept-Encoding').type('json')
  if (text.length < smallest || !response.req.acceptsEncodings('gzip')) return void response.send(text)
  response.set('Content-Encoding', 'gzip').send(gzipSync(text))
}
