import type { Response } from 'express'
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file kept in memory, compressed once. */
export interface ServedFile {
  readonly type: string
  readonly etag: string
  /** Its bytes by content encoding; an encoding that would not make it smaller is missing. */
  readonly encodings: ReadonlyMap<'br' | 'gzip' | 'identity', Buffer>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Prepares a file for serving; its type follows the ending of `name`, and an unknown one is never run by a browser. */
export const prepareFile = async (name: string, bytes: Buffer): Promise<ServedFile> => {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: brotliParams(bytes) }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  const smaller = ([, body]: readonly [string, Buffer]) => body.length < bytes.length
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    encodings: new Map([
      ...[['br', br] as const, ['gzip', gzipped] as const].filter(smaller),
      ['identity', bytes] as const,
    ]),
  }
}

/**
 * Two steps below the best is nearly as small and takes a tenth of the time. A window that is larger than the file makes it no
 * smaller, and would cost a server that prepares two hundred files two seconds for the memory alone.
 */
const brotliParams = ({ length }: Buffer): Readonly<Record<number, number>> => ({
  [constants.BROTLI_PARAM_QUALITY]: 9,
  ...(length <= 65_536 && { [constants.BROTLI_PARAM_LGWIN]: 16 }),
})

/** Cached for a year and never asked for again: only for what has its content's hash in its name. */
export const immutable = 'public, max-age=31536000, immutable'

/** Sends a file in the smallest encoding the browser takes; one that has it already is told so. */
export const sendFile = (response: Response, { type, etag, encodings }: ServedFile, cacheControl: string): void => {
  const encoding = (['br', 'gzip'] as const).find((name) => encodings.has(name) && response.req.acceptsEncodings(name))
  if (encoding !== undefined) response.set('Content-Encoding', encoding)
  response.vary('Accept-Encoding').set({
    'Content-Type': type,
    // Another encoding is another text to a cache, so its tag differs too.
    ETag: encoding === undefined ? etag : etag.replace(/"$/, `-${encoding}"`),
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
  })
  response.send(encodings.get(encoding ?? 'identity'))
}
