import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../support/pages/browser.ts'
import { comparePictures } from '../../support/pages/compare-pictures.ts'
import { findMoved, placesIn, readPlaces, writePlaces } from '../../support/pages/places.ts'
import { openStage, type RunningPlayground, startPlayground } from '../../support/pages/shops/playground.ts'
import { documentsOf } from '../../support/pages/stage-documents.ts'

// Pixels can only be compared between browsers that draw letters alike. A browser that draws the sample page as the one
// that took the pictures did is held to every pixel; any other only to the parts and roughly their places, so that a
// machine with other fonts does not report a change of the element. `UPDATE_PICTURES=1` takes all pictures again.
const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))
const isUpdate = process.env['UPDATE_PICTURES'] !== undefined
// A browser that draws letters alike draws everything alike, save perhaps a rounding here and there.
const shareMax = 0.0001

const phone = { width: 390, height: 844 }
const desktop = { width: 1040, height: 760 }

/** Every pair of size, scheme and direction, and every kind of view, at least once. */
const pictures = [
  ['trial', 'en', 'light', desktop],
  ['trial', 'ar', 'dark', phone],
  ['faults', 'ar', 'dark', phone],
  ['wallets-saved', 'en', 'dark', desktop],
  ['obliged', 'de', 'light', phone],
  ['declined', 'he', 'dark', desktop],
  ['declined', 'ja', 'light', phone],
  ['challenge', 'ar', 'dark', phone],
  ['challenge', 'en', 'light', desktop],
  ['checking', 'ar', 'light', desktop],
  ['paid', 'ar', 'dark', phone],
  ['paid', 'en', 'light', desktop],
  ['loading', 'en', 'light', phone],
] as const

let playground: RunningPlayground
let browser: Browser
let page: Page
let isDrawnAlike = false

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), launchBrowser()])
  page = await browser.newPage({ reducedMotion: 'reduce', deviceScaleFactor: 1 })
  const sample = createHash('sha256')
    .update(await paintSample())
    .digest('hex')
  const drawnBy = `${folder}/drawn-by.txt`
  mkdirSync(`${folder}/current`, { recursive: true })
  if (isUpdate) writeFileSync(drawnBy, `${sample} Chromium ${browser.version()}\n`)
  const former = readFileSync(drawnBy, 'utf8').trim()
  isDrawnAlike = former.startsWith(sample)
  if (!isDrawnAlike)
    console.log(
      `PIXELS ARE NOT COMPARED: this browser (Chromium ${browser.version()}) draws letters otherwise than the one that ` +
        `took the pictures (${former.slice(65)}). Compared is which parts there are and roughly where they stand.`,
    )
})

afterAll(async () => {
  await browser.close()
  playground.close()
})

/** Letters of every script in the pictures, in the fonts they are set in. */
const paintSample = async (): Promise<Buffer> => {
  await page.setViewportSize({ width: 700, height: 200 })
  await page.setContent(`<body style="font: 16px/1.5 system-ui, sans-serif"><p>Hamburgefonstiv 0123456789 €¥ äß
    <b>Hamburgefonstiv</b><p lang="ar">طريقة الدفع اليوم <b>١٢٣ 123</b><p lang="he">אמצעי תשלום<p lang="ja">お支払い方法 カード`)
  return page.screenshot()
}

describe('the element looks as it did', () => {
  test.each(pictures)('%s, %s, %s', async (state, locale, colorScheme, viewport) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await openStage(page, playground, `state=${state}&locale=${locale}`)
    // While the checkout loads, no message has greeted its card frame, which shows nothing.
    if (state !== 'loading') await isComplete()
    const name = `${state}-${locale}-${viewport.width}-${colorScheme}`

    if (isUpdate) {
      writeFileSync(`${folder}/${name}.png`, await takePicture())
      writeFileSync(`${folder}/${name}.txt`, writePlaces(await placesIn(page)))
    }
    if (isDrawnAlike) expect(await smallestDifference(name)).toBeLessThanOrEqual(shareMax)
    else {
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const former = readPlaces(readFileSync(`${folder}/${name}.txt`, 'utf8'))
      expect(findMoved(former, await placesIn(page), { width: viewport.width, height })).toEqual([])
    }
  })
})

/** Waits for what comes after the form can be used: the marks of the brands. */
const isComplete = async (): Promise<void> => {
  for (const frame of (await documentsOf(page)).slice(1)) await frame.locator('.adornment svg').first().waitFor()
}

const takePicture = (): Promise<Buffer> => page.screenshot({ fullPage: true, animations: 'disabled' })

/** How much of the picture differs, once it has stopped to change. */
const smallestDifference = async (name: string): Promise<number> => {
  let share = await differenceOf(name, await takePicture())
  for (let tries = 0; share > shareMax && tries < 3; tries += 1) {
    await page.waitForTimeout(300)
    share = Math.min(share, await differenceOf(name, await takePicture()))
  }
  if (share > shareMax) console.log(`${name} has changed: look at test/screenshots/current/${name}.difference.png`)
  return share
}

/** How much of a picture differs from the kept one; leaves both to be looked at if it is too much. */
const differenceOf = async (name: string, picture: Buffer): Promise<number> => {
  const kept = `${folder}/${name}.png`
  if (!existsSync(kept)) throw new Error(`There is no picture ${name}. UPDATE_PICTURES=1 takes it.`)
  const former = readFileSync(kept)
  if (former.equals(picture)) return 0
  const { share, shown } = await comparePictures(page, former, picture)
  if (share > shareMax) {
    writeFileSync(`${folder}/current/${name}.png`, picture)
    writeFileSync(`${folder}/current/${name}.difference.png`, shown)
  }
  return share
}
