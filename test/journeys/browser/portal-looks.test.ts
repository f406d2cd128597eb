import { readFile } from 'node:fs/promises'
import { aPortal, aPortalSubscription } from '@billing-checkout/element/testing'
import type { Portal } from '@billing-checkout/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { provideAxe } from '../../support/pages/axe.ts'
import { launchBrowser } from '../../support/pages/browser.ts'
import { faultsInLooks, lightLook, type Look } from '../../support/pages/looks.ts'
import { overflowsOf, applyTextSpacing } from '../../support/pages/stage-documents.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

const origin = 'http://localhost:9'
const dist = new URL('../../../packages/element/dist/', import.meta.url)
const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types lit-html`
const shop = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Account</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><main><h1>Account</h1><billing-portal client-token="token"></billing-portal></main>
<script type="module" src="/billing-portal.js"></script></html>`

/** A merchant's page with the built portal, whose server answers `portal`; if that is null, the session has expired. */
const openPortal = async (portal: Portal | null): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 480, height: 900 }, reducedMotion: 'reduce' })
  await provideAxe(context)
  const page = await context.newPage()
  await page.route('**/*', async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/')
      return route.fulfill({ body: shop, contentType: 'text/html', headers: { 'Content-Security-Policy': policy } })
    if (path === '/portal-session' && portal !== null) return route.fulfill({ json: portal })
    if (path === '/portal-session')
      return route.fulfill({ status: 401, json: { error: { code: 'expired_credentials', message: 'over' } } })
    return route.fulfill({ body: await readFile(new URL(`.${path}`, dist)), contentType: 'text/javascript' })
  })
  await page.goto(`${origin}/`)
  await page.locator('billing-portal [part~=section], billing-portal [part~=outcome]').first().waitFor()
  return page
}

const statuses = ['active', 'past_due', 'trial', 'scheduled_for_cancellation', 'cancelled'] as const
const yearly = aPortalSubscription().alternatives[0]!
const everyStatus = (locale: string) =>
  aPortal({
    locale,
    subscriptions: statuses.map((status, place) =>
      aPortalSubscription({
        id: `sub_${place}`,
        status,
        ...(place > 0 && { next_charge: null }),
        ...(status === 'trial' && { scheduled_change: { plan: yearly, date: 'April 3, 2027', can_undo: true } }),
      }),
    ),
  })

interface Moment {
  readonly portal: (locale: string) => Portal | null
  /** The id of the button that the customer presses. */
  readonly press?: string
}

const moments: Readonly<Record<string, Moment>> = {
  'every status': { portal: everyStatus },
  'an empty account': { portal: (locale) => aPortal({ locale, subscriptions: [], payment_methods: [], payments: [] }) },
  'a cancellation': { portal: everyStatus, press: 'cancel-sub_0' },
  plans: { portal: everyStatus, press: 'plans-sub_0' },
  'a removal': { portal: everyStatus, press: 'remove-pm_master' },
  'the billing details': { portal: everyStatus, press: 'edit-details' },
  'an expired session': { portal: () => null },
}

const looks: readonly Look[] = [
  lightLook,
  { ...lightLook, colorScheme: 'dark', rules: 'colours' },
  { ...lightLook, forcedColors: 'active', rules: 'colours' },
  { ...lightLook, width: 1280, rules: 'sizes' },
  { ...lightLook, width: 320, rules: 'sizes' },
]

const scenes = [
  ...Object.keys(moments).flatMap((name) => ['en', 'ar'].map((locale) => ({ name, locale }))),
  ...['de', 'ja'].map((locale) => ({ name: 'every status', locale })),
]

test.for(scenes)('$name, $locale: the portal is accessible', async ({ name, locale }) => {
  const { portal, press } = moments[name]!
  const page = await openPortal(portal(locale))
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  if (press) await page.locator(`#${press}`).press('Enter')

  const violations = [...(await faultsInLooks(page, looks))]
  await applyTextSpacing(page)
  violations.push(...(await overflowsOf(page)).map((violation) => `with text spaced out: ${violation}`))
  await page.context().close()

  expect([violations, said]).toEqual([[], []])
})

test('a customer cancels by the keyboard alone, and the focus is never lost', async () => {
  const page = await openPortal(everyStatus('en'))
  const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id)

  await page.locator('#cancel-sub_0').focus()
  await page.keyboard.press('Enter')
  const opened = await focused()
  await page.keyboard.press('Tab')
  const next = await focused()
  await page.keyboard.press('Tab')
  const afterNext = await focused()
  await page.keyboard.press('Tab')
  const last = await focused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')

  expect([opened, next, afterNext, last]).toEqual(['task', 'confirm', 'keep', 'field-reason'])
  expect(await focused()).toBe('cancel-sub_0')
  await page.context().close()
})
