import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** Yields the decompressed bytes of a gzip stream. */
export async function* gunzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = createGunzip()
  const fed = pipeline(Readable.from(compressed), stream)
  // The caller that reads the stream receives its error, so this rejection needs no other handler.
  fed.catch(() => {})
  yield* stream as AsyncIterable<Buffer>
  await fed
}
