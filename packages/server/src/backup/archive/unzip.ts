import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** What was compressed with gzip, as it was before. */
export async function* unzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const fed = pipeline(Readable.from(compressed), gunzip)
  // The stream itself reports an error to its reader.
  fed.catch(() => {})
  yield* gunzip as AsyncIterable<Buffer>
  await fed
}
