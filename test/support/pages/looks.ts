import type { Page } from 'playwright-core'
import { type AxeRules, violationsIn } from './axe.ts'
import { documentsOf, overflowsOf } from './stage-documents.ts'

/** A combination of size and color scheme in which a page is checked, and the rules to check. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly forcedColors: 'none' | 'active'
  /** The width of the page in pixels. */
  readonly width: number
  readonly rules: AxeRules
}

/** The look of most tests. */
export const lightLook = { colorScheme: 'light', forcedColors: 'none', width: 480, rules: 'all' } as const

/** A phone and a desktop, each in light and dark: all rules at both sizes, and in the dark only those that depend on colors. */
export const phoneAndDesktop = (phone: number, desktop: number): readonly Look[] =>
  [phone, desktop].flatMap((width) => [
    { ...lightLook, width },
    { ...lightLook, colorScheme: 'dark' as const, width, rules: 'colours' as const },
  ])

/** For each look, what axe finds in a page and its card frame, and what does not fit; each fault names its look. */
export const faultsInLooks = async (page: Page, looks: readonly Look[]): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const look of looks) {
    await page.emulateMedia(look)
    await page.setViewportSize({ width: look.width, height: 900 })
    const found = await recheckFaults(page, async () => {
      const documents = await documentsOf(page)
      const violations = await Promise.all(documents.map((frame) => violationsIn(frame, look.rules)))
      return [...(await overflowsOf(page)), ...violations.flat()]
    })
    faults.push(...found.map((fault) => `${look.colorScheme} ${look.forcedColors} ${look.width}: ${fault}`))
  }
  return faults
}

/** The faults that remain after up to three more checks. While a page is redrawn, its colors and sizes are not final. */
export const recheckFaults = async (page: Page, find: () => Promise<readonly string[]>): Promise<readonly string[]> => {
  let faults = await find()
  for (let looksAgain = 0; faults.length > 0 && looksAgain < 3; looksAgain += 1) {
    await page.waitForTimeout(250)
    faults = await find()
  }
  return faults
}
