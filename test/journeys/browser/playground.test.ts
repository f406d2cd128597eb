import { states } from '@billing-checkout/example-playground'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../support/browser.ts'
import { openStage, type RunningPlayground, startPlayground } from '../../support/playground.ts'

let playground: RunningPlayground
let browser: Browser
let page: Page
let said: string[] = []

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), launchBrowser()])
  const context = await browser.newContext({ viewport: { width: 420, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
}, 60_000)

afterAll(async () => {
  await browser.close()
  playground.close()
})

/** What the browser itself says about answers that are errors on purpose. */
const onPurpose = /Failed to load resource: the server responded with a status of/

test.each(Object.entries(states))('the playground shows %s', async (name, { shows = 'ready' }) => {
  said = []

  expect(await openStage(page, playground, `state=${name}`)).toBe(shows)
  expect(said.filter((words) => !onPurpose.test(words))).toEqual([])
})

test('a choice changes the stage and the address, and the address alone brings it back', async () => {
  await page.goto(playground.url)

  await page.getByText('Saved cards', { exact: true }).click()
  await page.getByLabel('Language').selectOption('ar')
  await page.getByText('dark', { exact: true }).click()

  expect(new URL(page.url()).search).toBe('?locale=ar&scheme=dark&state=saved')
  await page.reload()
  expect(await page.locator('#stage').getAttribute('src')).toContain('state=saved')
  await page.frameLocator('#stage').getByText('طريقة الدفع').first().waitFor()
})
