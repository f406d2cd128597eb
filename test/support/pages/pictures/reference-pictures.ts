import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { comparePictures } from './compare-pictures.ts'
import { findMovedParts, type Place, readPlaces, writePlaces } from './places.ts'

const isUpdate = process.env['UPDATE_PICTURES'] !== undefined
// The largest share of pixels that may differ. A browser that draws letters identically draws everything identically, except for rare
// roundings.
const shareMax = 0.0001

/**
 * Reference pictures of pages, and the places of their parts. Pixels can be compared only between browsers that draw letters identically.
 * If a browser draws the sample page exactly like the browser that took the pictures, every pixel is compared. Otherwise only the parts
 * and their approximate places are compared, so that a machine with other fonts reports no changes. `UPDATE_PICTURES=1` takes all pictures
 * again.
 */
export class ReferencePictures {
  readonly #page: Page
  readonly #folder: string
  readonly #placesIn: (page: Page) => Promise<readonly Place[]>
  readonly #isDrawnAlike: boolean

  private constructor(
    page: Page,
    folder: string,
    placesIn: (page: Page) => Promise<readonly Place[]>,
    isDrawnAlike: boolean,
  ) {
    this.#page = page
    this.#folder = folder
    this.#placesIn = placesIn
    this.#isDrawnAlike = isDrawnAlike
  }

  /** The pictures in a folder under `test/screenshots`, compared in a page of this browser; `placesIn` finds the parts of a page. */
  static async open(
    browser: Browser,
    page: Page,
    { inner = '', placesIn }: { readonly inner?: string; placesIn(page: Page): Promise<readonly Place[]> },
  ): Promise<ReferencePictures> {
    const folder = fileURLToPath(new URL(`../../../screenshots/${inner}`, import.meta.url))
    const sample = createHash('sha256')
      .update(await paintSample(page))
      .digest('hex')
    const drawnBy = `${folder}/drawn-by.txt`
    mkdirSync(`${folder}/current`, { recursive: true })
    if (isUpdate) writeFileSync(drawnBy, `${sample} Chromium ${browser.version()}\n`)
    const former = readFileSync(drawnBy, 'utf8').trim()
    const isDrawnAlike = former.startsWith(sample)
    if (!isDrawnAlike)
      console.log(
        `PIXELS ARE NOT COMPARED: this browser (Chromium ${browser.version()}) draws letters otherwise than the one that ` +
          `took the pictures (${former.slice(65)}). Compared is which parts there are and roughly where they stand.`,
      )
    return new ReferencePictures(page, folder, placesIn, isDrawnAlike)
  }

  /**
   * How the page differs from the picture with this name; empty if it does not. If `UPDATE_PICTURES` is set, takes the picture again first.
   */
  async differences(name: string): Promise<readonly string[]> {
    if (isUpdate) await this.#take(name)
    if (this.#isDrawnAlike) {
      const share = await this.#smallestDifference(name)
      return share <= shareMax ? [] : [`${share} of the pixels of ${name} differ`]
    }
    const { width, height } = await this.#page.evaluate(() => ({
      width: innerWidth,
      height: document.documentElement.scrollHeight,
    }))
    const former = readPlaces(readFileSync(`${this.#folder}/${name}.txt`, 'utf8'))
    return findMovedParts(former, await this.#placesIn(this.#page), { width, height })
  }

  async #take(name: string): Promise<void> {
    writeFileSync(`${this.#folder}/${name}.png`, await this.#picture())
    writeFileSync(`${this.#folder}/${name}.txt`, writePlaces(await this.#placesIn(this.#page)))
  }

  #picture(): Promise<Buffer> {
    return this.#page.screenshot({ fullPage: true, animations: 'disabled' })
  }

  /** The smallest share of the picture that differs in several tries, because the page may still be changing. */
  async #smallestDifference(name: string): Promise<number> {
    let share = await this.#differenceOf(name, await this.#picture())
    for (let tries = 0; share > shareMax && tries < 3; tries += 1) {
      await this.#page.waitForTimeout(300)
      share = Math.min(share, await this.#differenceOf(name, await this.#picture()))
    }
    if (share > shareMax) console.log(`${name} has changed: look at ${this.#folder}/current/${name}.difference.png`)
    return share
  }

  /** The share of a picture that differs from the reference. If the share is too large, saves the picture and its differences. */
  async #differenceOf(name: string, picture: Buffer): Promise<number> {
    const kept = `${this.#folder}/${name}.png`
    if (!existsSync(kept)) throw new Error(`There is no picture ${name}. UPDATE_PICTURES=1 takes it.`)
    const former = readFileSync(kept)
    if (former.equals(picture)) return 0
    const { share, shown } = await comparePictures(this.#page, former, picture)
    if (share > shareMax) {
      writeFileSync(`${this.#folder}/current/${name}.png`, picture)
      writeFileSync(`${this.#folder}/current/${name}.difference.png`, shown)
    }
    return share
  }
}

/** A picture of letters of every script in the pictures, in the same fonts. */
const paintSample = async (page: Page): Promise<Buffer> => {
  await page.setViewportSize({ width: 700, height: 200 })
  await page.setContent(`<body style="font: 16px/1.5 system-ui, sans-serif"><p>Hamburgefonstiv 0123456789 €¥ äß
    <b>Hamburgefonstiv</b><p lang="ar">طريقة الدفع اليوم <b>١٢٣ 123</b><p lang="he">אמצעי תשלום<p lang="ja">お支払い方法 カード`)
  // On a busy machine, Chromium sometimes refuses a screenshot.
  return page.screenshot().catch(() => page.screenshot())
}
