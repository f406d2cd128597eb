import { states } from '@billing-checkout/example-playground'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsIn, provideAxe } from '../../support/pages/axe.ts'
import { launchBrowser } from '../../support/pages/browser.ts'
import { faultsInLooks, lightLook, type Look, recheckFaults } from '../../support/pages/looks.ts'
import { openStage, type RunningPlayground, startPlayground } from '../../support/pages/shops/playground.ts'
import { documentsOf, movementsIn, overflowsOf, applyTextSpacing } from '../../support/pages/stage-documents.ts'

let playground: RunningPlayground
let browser: Browser

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), launchBrowser()])
})

afterAll(async () => {
  await browser.close()
  playground.close()
})

/** Unused pages, each with what its browser has logged since the page was opened. A browser draws only one page of a context at a time. */
const idle: { readonly page: Page; said: string[] }[] = []

const openPage = async () => {
  const context = await browser.newContext({ viewport: { width: 480, height: 900 }, reducedMotion: 'reduce' })
  await provideAxe(context)
  const opened = { page: await context.newPage(), said: [] as string[] }
  opened.page.on('console', (message) => opened.said.push(message.text()))
  opened.page.on('pageerror', (error) => opened.said.push(error.message))
  return opened
}

/** What the browser and the element log about answers that are errors on purpose. */
const onPurpose = /Failed to load resource: the server responded with a status of/
const ofTrouble = /^<billing-checkout>: /

/**
 * All rules once from left to right (en) and once from right to left (ar). In the other color schemes and sizes, only the rules that depend
 * on colors or sizes.
 */
const looksOf: Readonly<Record<string, readonly Look[]>> = {
  en: [
    lightLook,
    { ...lightLook, colorScheme: 'dark', rules: 'colours' },
    { ...lightLook, forcedColors: 'active', rules: 'colours' },
    { ...lightLook, width: 1024, rules: 'sizes' },
    { ...lightLook, width: 280, rules: 'sizes' },
  ],
  ar: [
    { ...lightLook, colorScheme: 'dark' },
    { ...lightLook, width: 280, rules: 'sizes' },
  ],
}

const scenes = Object.entries(states).flatMap(([state, { shows = 'ready' }]) =>
  Object.entries(looksOf).map(([locale, looks]) => ({ state, locale, shows, looks })),
)

describe.concurrent('the playground shows every state, and all are accessible', () => {
  test.for(scenes)('$state, $locale', async ({ state, locale, shows, looks }, { expect }) => {
    const opened = idle.pop() ?? (await openPage())
    const { page } = opened
    opened.said = []

    expect(await openStage(page, playground, `state=${state}&locale=${locale}`)).toBe(shows)
    if (locale === 'en' && moments.includes(state))
      await expect(await treesOf(page)).toMatchFileSnapshot(`./accessibility-trees/${state}.snap`)

    const violations = [...(await movementsIn(page)), ...(await faultsInLooks(page, looks))]
    // As narrow as a window of 1,280 pixels at a zoom of 400 %.
    await page.setViewportSize({ width: 320, height: 900 })
    await applyTextSpacing(page)
    const overflows = await recheckFaults(page, () => overflowsOf(page))
    violations.push(...overflows.map((violation) => `with text spaced out: ${violation}`))
    expect(violations).toEqual([])
    const isTrouble = states[state]?.trouble !== undefined
    const unasked = opened.said.filter((words) => !onPurpose.test(words) && !(isTrouble && ofTrouble.test(words)))
    expect(unasked).toEqual([])
    idle.push(opened)
  })
})

/** States whose whole accessibility tree is stored: every name, role and state that a screen reader receives. */
const moments = ['trial', 'faults', 'saved', 'declined', 'wallet-sheet', 'challenge', 'checking', 'paid']

/** The accessibility trees of both documents, after they have stopped changing. */
const treesOf = async (page: Page): Promise<string> => {
  let last = ''
  for (;;) {
    const documents = await documentsOf(page)
    const trees = await Promise.all(documents.map((frame) => frame.locator('body').ariaSnapshot()))
    const all = trees.join('\n\n# The card frame\n')
    if (all === last) return `${all}\n`
    last = all
    await page.waitForTimeout(200)
  }
}

test('a choice changes the stage and the address, and the address alone brings it back', async () => {
  const { page } = await openPage()
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.goto(playground.url)

  await page.getByText('Saved cards', { exact: true }).click()
  await page.getByLabel('Language').selectOption('ar')
  await page.getByText('dark', { exact: true }).click()

  expect(new URL(page.url()).search).toBe('?locale=ar&scheme=dark&state=saved')
  await page.reload()
  expect(await page.locator('#stage').getAttribute('src')).toContain('state=saved')
  await page.frameLocator('#stage').getByText('طريقة الدفع').first().waitFor()
  expect(await violationsIn(page.mainFrame())).toEqual([])
})
