import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../support/pages/browser.ts'
import { openStage, type RunningPlayground, startPlayground } from '../../support/pages/shops/playground.ts'
import { documentsOf } from '../../support/pages/stage-documents.ts'

let playground: RunningPlayground
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), launchBrowser()])
  page = await browser.newPage({ reducedMotion: 'reduce' })
})

afterAll(async () => {
  await browser.close()
  playground.close()
})

const isSeen = (name: string): Promise<boolean> => page.locator(`billing-checkout [part~=${name}]`).first().isVisible()
const styleOf = (selector: string, pseudo: string | undefined, property: string): Promise<string> =>
  page
    .locator(`billing-checkout ${selector}`)
    .first()
    .evaluate((element, [name, wanted]) => getComputedStyle(element, name).getPropertyValue(wanted!), [
      pseudo,
      property,
    ] as const)

describe('the element on paper', () => {
  test('shows the price and the terms in black on white, and no control', async () => {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark', forcedColors: 'none' })
    await openStage(page, playground, 'state=obliged&locale=de')
    const [, frame] = await documentsOf(page)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

    const seen = ['summary', 'disclosure', 'due-line', 'method-area', 'button', 'test-ribbon', 'links']
    expect(Object.fromEntries(await Promise.all(seen.map(async (name) => [name, await isSeen(name)])))).toEqual({
      summary: true,
      disclosure: true,
      'due-line': true,
      'method-area': false,
      button: false,
      'test-ribbon': false,
      links: false,
    })
    await expect.poll(() => styleOf('[part=panel]', undefined, 'background-color')).toBe('rgb(255, 255, 255)')
    expect(await frame!.locator('form').isVisible()).toBe(false)
  })

  test('shows the whole receipt', async () => {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark', forcedColors: 'none' })
    await openStage(page, playground, 'state=paid')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

    expect(await isSeen('receipt')).toBe(true)
    await expect.poll(() => styleOf('[part=panel]', undefined, 'background-color')).toBe('rgb(255, 255, 255)')
  })
})

describe('the element in forced colours', () => {
  test('draws the line of its timeline, and fills today’s mark', async () => {
    await page.emulateMedia({ media: 'screen', colorScheme: 'light', forcedColors: 'active' })
    await openStage(page, playground, 'state=subscribe')

    const canvas = await styleOf('[part=panel]', undefined, 'background-color')
    expect(await styleOf('.step.now', '::before', 'background-color')).not.toBe(canvas)
    expect(await styleOf('.step.now', '::after', 'background-color')).not.toBe(canvas)
    expect(await styleOf('.step:last-child', '::before', 'background-color')).toBe(canvas)
  })

  test('has a sign next to the message of a wrong field', async () => {
    await page.emulateMedia({ media: 'screen', colorScheme: 'light', forcedColors: 'active' })
    await openStage(page, playground, 'state=faults')
    const [, frame] = await documentsOf(page)

    for (const fault of await frame!.locator('.error:visible').all())
      expect(await fault.evaluate((element) => getComputedStyle(element, '::before').content)).toContain('!')
  })

  test('marks the chosen method, whose radio is the browser’s own', async () => {
    await page.emulateMedia({ media: 'screen', colorScheme: 'light', forcedColors: 'active' })
    await openStage(page, playground, 'state=saved')

    expect(await styleOf('.method:has(:checked)', undefined, 'outline-style')).toBe('solid')
    expect(await styleOf('.method input', undefined, 'appearance')).toBe('auto')
  })
})
