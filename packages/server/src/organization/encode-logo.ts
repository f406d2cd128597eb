import { Problem } from '@billing-checkout/contract'
import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { checkLogoBytes, logoSideMax } from './logo-rules.ts'
import type { OrganizationSettings } from './settings.ts'

/** An encoded logo, and its value in the settings. */
export interface Logo {
  readonly setting: NonNullable<OrganizationSettings['logo']>
  readonly body: Buffer
}

/**
 * Makes a logo from the bytes of an uploaded file. It keeps only the pixels: the first frame of an animation, in sRGB and upright, without
 * metadata or anything else in the file. Throws `invalid_parameter` unless the file is a complete PNG or WebP within the limits.
 */
export const encodeLogo = async (bytes: Buffer): Promise<Logo> => {
  checkLogoBytes(bytes.length)
  const type = typeOf(bytes)
  // Loaded on demand: its native library takes memory, and most processes never need it.
  const { default: sharp } = await import('sharp')
  const { width, height } = await readable(sharp(bytes, { limitInputPixels: false }).metadata())
  if (width > logoSideMax || height > logoSideMax)
    throw refusal(`must be at most ${logoSideMax} pixels wide and high; it is ${width} × ${height}`)
  const image = sharp(bytes, { limitInputPixels: logoSideMax ** 2, failOn: 'warning' }).autoOrient()
  const { data: body, info } = await readable(encoders[type](image, bytes).toBuffer({ resolveWithObject: true }))
  const file = `${createHash('sha256').update(body).digest('hex')}.${type}`
  return { setting: { file, width: info.width, height: info.height }, body }
}

const encoders = {
  png: (image: Sharp) => image.png({ compressionLevel: 9 }),
  // A WebP stays lossy unless the upload is lossless: a photograph that is encoded losslessly has ten times the bytes, and takes seconds.
  webp: (image: Sharp, bytes: Buffer) => image.webp({ lossless: bytes.includes('VP8L'), quality: 90 }),
} satisfies Record<string, (image: Sharp, bytes: Buffer) => Sharp>

/** Detects the type by a file's first bytes; its name does not count. */
const typeOf = (bytes: Buffer): keyof typeof encoders => {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP$/s.test(start)) return 'webp'
  throw refusal(`must be a PNG or WebP by its content; it begins with ${JSON.stringify(start)}`)
}

/** Returns the decoder's result; throws `invalid_parameter` for damaged or truncated files. */
const readable = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer
  } catch (error) {
    throw refusal(`must be a whole image; its decoder says: ${(error as Error).message.split('\n')[0]}`)
  }
}

const refusal = (rule: string): Problem => new Problem('invalid_parameter', `The logo ${rule}.`)
