import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** What was compressed with gzip, as it was before. */
export async function* gunzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = createGunzip()
  const fed = pipeline(Readable.from(compressed), stream)
  // The stream itself reports an error to its reader.
  fed.catch(() => {})
  yield* stream as AsyncIterable<Buffer>
  await fed
}
