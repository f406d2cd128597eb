import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG. */
export const pngChunk = (type: string, data: Uint8Array = Buffer.alloc(0)): Buffer => {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}

/** Rows of one color as the data of a PNG's image chunk. */
export const pngRows = (width: number, height: number, color: readonly number[]): Buffer => {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 4, Buffer.from(color))])
  return deflateSync(Buffer.alloc(row.length * height, row))
}

/** A PNG, of one color (red, green, blue, opacity) unless its rows are given. `before` and `after` are chunks around the rows. */
export const drawPng = ({
  width = 8,
  height = 8,
  color = [200, 30, 30, 255] as readonly number[],
  rows = pngRows(width, height, color),
  before = [] as readonly Buffer[],
  after = [] as readonly Buffer[],
} = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green, blue and opacity.
  header.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', rows),
    ...after,
    pngChunk('IEND'),
  ])
}
