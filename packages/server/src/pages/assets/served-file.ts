import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Response } from 'express'
import { loadOnce } from '../load-once.ts'

/** A file in memory. */
export interface ServedFile {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer
  /**
   * Returns the file's bytes in an encoding; `undefined` if they would not be smaller. The first request compresses and caches them; a
   * failure is not cached.
   */
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
 * Prepares a file for serving. Its type follows from the extension of `name`; a browser never runs an unknown type. The file is compressed
 * on demand: most files are never requested, and compressing all of them would delay a server's start by half a second.
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
 * At quality 9, the result is nearly as small as at 11, the best, in a tenth of the time. A small file gets a small window: a larger one
 * saves nothing, and allocating it for two hundred files would take two seconds.
 */
const brotliParams = ({ length }: Buffer): Readonly<Record<number, number>> => ({
  [constants.BROTLI_PARAM_QUALITY]: 9,
  ...(length <= 65_536 && { [constants.BROTLI_PARAM_LGWIN]: 16 }),
})

/** Cached for a year without revalidation: only for files with a content hash in their name. */
export const immutableCacheControl = 'public, max-age=31536000, immutable'

/** Sends a file in the smallest encoding that the browser accepts, or 304 if the browser already has it. */
export const sendFile = async (response: Response, file: ServedFile, cacheControl: string): Promise<void> => {
  const [encoding, body] = await smallestFor(response, file)
  if (encoding !== 'identity') response.set('Content-Encoding', encoding)
  response.vary('Accept-Encoding').set({
    'Content-Type': file.type,
    // To a cache, each encoding is a different content, so each needs its own tag.
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
