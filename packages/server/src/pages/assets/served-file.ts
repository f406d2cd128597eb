import type { Response } from 'express'
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { loadOnce } from '../load-once.ts'

/** A file kept in memory. */
export interface ServedFile {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer
  /** Its bytes in an encoding; `undefined` if that makes it no smaller. The first request makes and keeps them; a failure is not kept. */
  readonly compressed: (encoding: Encoding) => Promise<Buffer | undefined>
}

type Encoding = (typeof smallestFirst)[number]

const smallestFirst = ['br', 'gzip'] as const

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * A file for serving; its type follows the ending of `name`, and an unknown one is never run by a browser. Most files are never
 * asked for: a server that compressed them all before it listens would start half a second later.
 */
export const servedFile = (name: string, bytes: Buffer): ServedFile => {
  const made = {
    br: loadOnce(() => smallerIn('br', bytes)),
    gzip: loadOnce(() => smallerIn('gzip', bytes)),
  } satisfies Record<Encoding, unknown>
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    compressed: (encoding) => made[encoding](),
  }
}

const smallerIn = async (encoding: Encoding, bytes: Buffer): Promise<Buffer | undefined> => {
  const body = await compressors[encoding](bytes)
  return body.length < bytes.length ? body : undefined
}

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: brotliParams(bytes) }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
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

/** Sends a file in the smallest encoding that the browser accepts. A browser that already has it gets 304. */
export const sendFile = async (response: Response, file: ServedFile, cacheControl: string): Promise<void> => {
  const [encoding, body] = await smallestFor(response, file)
  if (encoding !== 'identity') response.set('Content-Encoding', encoding)
  response.vary('Accept-Encoding').set({
    'Content-Type': file.type,
    // To a cache, each encoding is a different text, so its tag differs too.
    ETag: encoding === 'identity' ? file.etag : file.etag.replace(/"$/, `-${encoding}"`),
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
  })
  response.send(body)
}

const smallestFor = async (
  { req: request }: Response,
  { bytes, compressed }: ServedFile,
): Promise<readonly [Encoding | 'identity', Buffer]> => {
  for (const encoding of smallestFirst) {
    const body = request.acceptsEncodings(encoding) ? await compressed(encoding) : undefined
    if (body !== undefined) return [encoding, body]
  }
  return ['identity', bytes]
}
