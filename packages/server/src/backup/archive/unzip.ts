import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** What was compressed with gzip, as it was before. */
export async function* unzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const fed = pipeline(Readable.from(compressed), gunzip)
  // An error reaches whoever reads, by the stream itself.
  fed.catch(() => {})
  yield* gunzip as AsyncIterable<Buffer>
  await fed
}
