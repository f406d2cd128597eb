import type { Page } from 'playwright-core'
import { type AxeRules, violationsIn } from './axe.ts'
import { documentsOf, overflowsOf } from './stage-documents.ts'

/** A way to look at a page, and the rules that are checked then. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly forcedColors: 'none' | 'active'
  /** Pixels. */
  readonly width: number
  readonly rules: AxeRules
}

export const lightLook = { colorScheme: 'light', forcedColors: 'none', width: 480, rules: 'all' } as const

/** On a phone and on a desktop, each light and dark: every rule at both sizes, and what colours change in the dark. */
export const phoneAndDesktop = (phone: number, desktop: number): readonly Look[] =>
  [phone, desktop].flatMap((width) => [
    { ...lightLook, width },
    { ...lightLook, colorScheme: 'dark' as const, width, rules: 'colours' as const },
  ])

/** What axe finds, and what does not fit, in each look at a page and its card frame; each fault with the look that shows it. */
export const faultsInLooks = async (page: Page, looks: readonly Look[]): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const look of looks) {
    await page.emulateMedia(look)
    await page.setViewportSize({ width: look.width, height: 900 })
    const found = await stillFound(page, async () => {
      const documents = await documentsOf(page)
      const violations = await Promise.all(documents.map((frame) => violationsIn(frame, look.rules)))
      return [...(await overflowsOf(page)), ...violations.flat()]
    })
    faults.push(...found.map((fault) => `${look.colorScheme} ${look.forcedColors} ${look.width}: ${fault}`))
  }
  return faults
}

/** What is being drawn again has neither its colours nor its size yet: only what is still wrong a moment later is a fault. */
export const stillFound = async (page: Page, find: () => Promise<readonly string[]>): Promise<readonly string[]> => {
  let faults = await find()
  for (let looksAgain = 0; faults.length > 0 && looksAgain < 3; looksAgain += 1) {
    await page.waitForTimeout(250)
    faults = await find()
  }
  return faults
}
