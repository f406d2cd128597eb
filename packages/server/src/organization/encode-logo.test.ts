import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPng, pngChunk, pngRows } from '../../../../test/support/pages/draw-png.ts'
import { encodeLogo } from './encode-logo.ts'

const red = [200, 30, 30, 255]
const green = [30, 200, 30, 255]
const png = drawPng({ color: red })
const image = (color: readonly number[], side = 64) => sharp(drawPng({ width: side, height: side, color }))
const webp = await image(red).webp({ lossless: true }).toBuffer()
const animatedWebp = await sharp([await image(red).toBuffer(), await image(green).toBuffer()], {
  join: { animated: true },
})
  .webp({ lossless: true })
  .toBuffer()
const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
/** The control chunk of an APNG's frame, with its sequence number. The frame fills the image. */
const frame = (sequence: number): Buffer =>
  pngChunk('fcTL', Buffer.concat([numbers(sequence, 8, 8, 0, 0), Buffer.from([0, 1, 0, 1, 0, 0])]))
const apng = drawPng({
  color: red,
  before: [pngChunk('acTL', numbers(2, 0)), frame(0)],
  after: [frame(1), pngChunk('fdAT', Buffer.concat([numbers(2), pngRows(8, 8, green)]))],
})
/** A WebP whose header claims 1 × 1 pixels, although its image is larger. */
const lyingWebp = async (): Promise<Buffer> => {
  const simple = await image(red, 2000).webp({ lossless: true }).toBuffer()
  const extended = Buffer.concat([Buffer.from('VP8X\x0a\0\0\0', 'latin1'), Buffer.alloc(10)])
  const whole = Buffer.concat([simple.subarray(0, 12), extended, simple.subarray(12)])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}
const located = { IFD0: { Copyright: 'Mina Sample' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } }

const pixelOf = async (bytes: Buffer): Promise<readonly number[]> => [
  ...(await sharp(bytes).ensureAlpha().extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer()),
]

test.each([
  ['a PNG', png, 'png', 8],
  ['a WebP', webp, 'webp', 64],
  ['an animated PNG', apng, 'png', 8],
  ['an animated WebP', animatedWebp, 'webp', 64],
])('%s becomes one image of its first frame, named by the hash of its bytes', async (_, bytes, type, side) => {
  const { setting, body } = await encodeLogo(bytes)

  expect(setting).toEqual({ file: expect.stringMatching(/^[0-9a-f]{64}\./), width: side, height: side })
  expect(setting.file.endsWith(`.${type}`)).toBe(true)
  const metadata = await sharp(body).metadata()
  expect(metadata).toMatchObject({ format: type, width: side, height: side })
  expect(metadata.pages).toBeUndefined()
  expect(body.includes('acTL') || body.includes('ANIM')).toBe(false)
  expect(await pixelOf(body)).toEqual(red)
  expect((await encodeLogo(bytes)).setting).toEqual(setting)
})

test('an image of 1024 × 1024 pixels is accepted', async () => {
  const { setting } = await encodeLogo(drawPng({ width: 1024, height: 1024 }))

  expect(setting).toMatchObject({ width: 1024, height: 1024 })
})

test.each([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'must be a PNG or WebP by its content; it begins with "<svg xmlns=',
  ],
  [
    'a GIF',
    Buffer.from('GIF89a\x01\0\x01\0', 'latin1'),
    'must be a PNG or WebP by its content; it begins with "GIF89a',
  ],
  ['a JPEG', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'must be a PNG or WebP'],
  ['an empty file', Buffer.alloc(0), 'must be a PNG or WebP by its content; it begins with ""'],
  [
    '101 kB',
    Buffer.concat([png, Buffer.alloc(101_000 - png.length)]),
    'at most 100 kB (100000 bytes); it has 101000 bytes',
  ],
  ['1,025 pixels in width', drawPng({ width: 1025, height: 1 }), 'at most 1024 pixels wide and high; it is 1025 × 1'],
  ['1,025 pixels in height', drawPng({ width: 1, height: 1025 }), 'it is 1 × 1025'],
  ['a WebP of 1,025 pixels', await image(red, 1025).webp().toBuffer(), 'it is 1025 × 1025'],
  [
    '30,000 × 30,000 pixels in 49 kB',
    drawPng({ width: 30_000, height: 30_000, rows: deflateSync(Buffer.alloc(50_000_000)) }),
    'it is 30000 × 30000',
  ],
  ['a WebP that states 1 × 1 and is larger', await lyingWebp(), 'must be a whole image'],
  [
    'a PNG that ends inside its rows',
    drawPng({ width: 90, height: 90, rows: randomBytes(500) }).subarray(0, 300),
    'must be a whole image',
  ],
  ['a PNG whose rows are noise', drawPng({ rows: randomBytes(500) }), 'must be a whole image'],
  ['a PNG that ends after its header', png.subarray(0, 20), 'must be a whole image'],
  ['a WebP that ends early', webp.subarray(0, webp.length - 10), 'must be a whole image'],
  ['a WebP that is only a header', webp.subarray(0, 12), 'must be a whole image'],
])('%s is refused', async (_, bytes, message) => {
  await expect(encodeLogo(bytes)).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_parameter', message: expect.stringContaining(message) }),
  )
})

test('a PNG with a header of 1 × 1 and 90 MB of rows is decoded only up to its stated size', async () => {
  const bomb = drawPng({ width: 1, height: 1, rows: deflateSync(Buffer.alloc(90_000_000)) })
  const before = process.memoryUsage().rss

  const { setting, body } = await encodeLogo(bomb)

  expect(setting).toMatchObject({ width: 1, height: 1 })
  expect(body.length).toBeLessThan(200)
  expect(process.memoryUsage().rss - before).toBeLessThan(45_000_000)
})

test.each([
  ['after its end', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])],
  ['in one of its texts', drawPng({ before: [pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))] })],
  ['in a chunk of its own', drawPng({ after: [pngChunk('paGe', Buffer.from('<script>alert(1)</script>'))] })],
  ['after the end of a WebP', Buffer.concat([webp, Buffer.from('<script>alert(1)</script>')])],
])('no byte of a page that an image carries %s is stored', async (_, bytes) => {
  expect(bytes.includes('<script>')).toBe(true)

  expect((await encodeLogo(bytes)).body.includes('<script>')).toBe(false)
})

test.each(['png', 'webp'] as const)('the location, author and colour profile of a %s are removed', async (type) => {
  const bytes = await image(red).withExif(located).withIccProfile('p3').toFormat(type).toBuffer()
  const before = await sharp(bytes).metadata()

  const { body } = await encodeLogo(bytes)

  expect([before.exif?.includes('Mina Sample'), before.icc?.length]).toEqual([true, expect.any(Number)])
  const { exif, icc, xmp } = await sharp(body).metadata()
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
  expect(body.includes('Mina Sample')).toBe(false)
})

test('an image with a rotation in its metadata is stored upright', async () => {
  const bytes = await sharp(drawPng({ width: 20, height: 10 }))
    .withMetadata({ orientation: 6 })
    .toBuffer()

  expect((await encodeLogo(bytes)).setting).toMatchObject({ width: 10, height: 20 })
})
