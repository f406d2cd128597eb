import type { Page } from 'playwright-core'

/** How two pictures differ. */
export interface PictureDifference {
  /** The share of pixels that differ by more than a shade; 1 if the sizes differ. */
  readonly share: number
  /** A PNG of the former picture in pale gray, with the differences in red. */
  readonly shown: Buffer
}

/** Compares two PNGs pixel by pixel. The browser decodes them, so no library is needed. */
export const comparePictures = async (page: Page, former: Buffer, current: Buffer): Promise<PictureDifference> => {
  const pictures = [former, current].map((picture) => picture.toString('base64'))
  const { share, shown } = await page.evaluate(findDifference, pictures)
  return { share, shown: Buffer.from(shown, 'base64') }
}

// Runs in the page.
const findDifference = async (pictures: readonly string[]): Promise<{ share: number; shown: string }> => {
  // A pixel counts as different if one of its colors differs by more than this, out of 255. Smaller differences may come from rounding.
  const shade = 24
  const bitmaps = await Promise.all(
    pictures.map((picture) =>
      createImageBitmap(new Blob([Uint8Array.from(atob(picture), (byte) => byte.charCodeAt(0))])),
    ),
  )
  const width = Math.max(...bitmaps.map((bitmap) => bitmap.width))
  const height = Math.max(...bitmaps.map((bitmap) => bitmap.height))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const [before, after] = bitmaps.map((bitmap) => {
    context.clearRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, width, height)
  }) as [ImageData, ImageData]
  let different = 0
  for (let at = 0; at < before.data.length; at += 4) {
    const isDifferent = [0, 1, 2, 3].some((part) => Math.abs(before.data[at + part]! - after.data[at + part]!) > shade)
    const grey = 200 + (before.data[at]! + before.data[at + 1]! + before.data[at + 2]!) / 14
    after.data.set(isDifferent ? [220, 0, 0, 255] : [grey, grey, grey, 255], at)
    if (isDifferent) different += 1
  }
  context.putImageData(after, 0, 0)
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  const isOtherSize = bitmaps.some((bitmap) => bitmap.width !== width || bitmap.height !== height)
  let shown = ''
  for (const byte of bytes) shown += String.fromCharCode(byte)
  return { share: isOtherSize ? 1 : different / (width * height), shown: btoa(shown) }
}
