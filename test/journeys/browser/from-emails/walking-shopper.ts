import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { findVisibleElement } from '../../../support/pages/engines/page-scripts.ts'
import type { PuppeteerVisit } from '../../../support/pages/engines/puppeteer-browser.ts'
import { aCardInFields } from '../../../support/pages/engines/shop-journey.ts'
import { type Path, waitFor } from '../../../support/pages/engines/shopper-window.ts'
import { faultsOnPage, type BrowserAppearance } from '../../../support/pages/engines/open-browser-as.ts'
import { foreignWordsIn } from './foreign-words.ts'

/** A shopper who follows links and buttons, and can look for faults on each page. */
export interface WalkingShopper {
  visit(url: string): Promise<void>
  /** Clicks on an element. */
  click(path: Path): Promise<void>
  type(path: Path, text: string): Promise<void>
  /** Clicks on an element that leads to another document. */
  follow(path: Path): Promise<void>
  /** Waits until an element is shown, and returns its text. */
  read(path: Path): Promise<string>
  /**
   * Expects that the page has no fault, and is in the shopper's language and direction; `where` names the page. Returns the page's words.
   */
  look(where: string): Promise<string>
  /** Expects that some element has the focus, after the page has changed without loading a document; `where` names the page. */
  expectFocus(where: string): Promise<void>
  /**
   * Pays in the checkout at a place, with `card` if it is given, else with a stored method. Returns what the checkout said before and
   * after.
   */
  pay(at: { readonly checkout: string; readonly where: string; readonly card?: string }): Promise<Paid>
}

/** The words of a checkout before the button was pressed, and of its receipt. */
export interface Paid {
  readonly said: string
  readonly receipt: string
}

/** If this folder is set, pictures of every page go there. */
const picturesFolder = process.env['PICTURES_FOLDER']

/** A shopper in the browser of `visit`, which shows pages as `shownAs` says. */
export const walkingShopper = ({ window, page }: PuppeteerVisit, shownAs: BrowserAppearance): WalkingShopper => {
  const { browser, locale, width, colorScheme } = shownAs
  const isShown = async (place: string): Promise<boolean> =>
    (await page.evaluateHandle(findVisibleElement, place).catch(() => null))?.asElement() != null
  let pictures = 0

  const look = async (where: string): Promise<string> => {
    await waitFor(`the heading of ${where}`, async () => ((await page.$('h1')) === null ? null : true))
    if (picturesFolder !== undefined) await takePicture(where)
    // While a page is being drawn, its colors and sizes are not final, so look again.
    const faults = await waitFor('the page', async () => {
      const found = await faultsOnPage(page)
      return found.length === 0 ? found : null
    }).catch(() => faultsOnPage(page))
    const { lang, dir, words } = await page.evaluate(readDocument)
    expect([where, lang, dir, faults, foreignWordsIn(words, locale)]).toEqual([
      where,
      locale,
      locale === 'ar' ? 'rtl' : 'ltr',
      [],
      [],
    ])
    return words
  }

  const takePicture = async (where: string): Promise<void> => {
    const name = `${[browser, locale, width, colorScheme].join('-')}-${String((pictures += 1)).padStart(2, '0')}-${where.replaceAll(/\W+/g, '-')}.png`
    mkdirSync(picturesFolder!, { recursive: true })
    await page.screenshot({ path: join(picturesFolder!, name) as `${string}.png`, fullPage: true })
  }

  return {
    visit: window.visit,
    click: (path) => window.click(path),
    type: window.type,
    read: window.read,
    look,
    follow: async (path) => {
      await page.evaluate(() => Object.assign(document, { isLeft: true }))
      await window.click(path)
      await waitFor('another document', () =>
        page.evaluate(() => ('isLeft' in document || document.readyState !== 'complete' ? null : true)),
      )
    },
    async expectFocus(where) {
      expect([where, await waitFor('the focus', async () => (await window.focus()) || null)]).toEqual([
        where,
        expect.any(String),
      ])
    },
    async pay({ checkout, where, card }) {
      await window.read([`${checkout}:state(ready)`])
      if (card !== undefined)
        for (const [field, text] of aCardInFields(card))
          await window.type([`${checkout} >> .card iframe:not(.waiting)`, `#${field}`], text)
      // The consent comes before the button.
      while (await isShown(`${checkout} >> input[type=checkbox]:not(:checked)`))
        await window.click([`${checkout} >> input[type=checkbox]:not(:checked)`])
      const said = await look(where)
      await window.click([`${checkout} >> [part~=button]`])
      await window.read([`${checkout}:state(paid)`])
      const receipt = await look(`${where}, the receipt`)
      return { said, receipt }
    },
  }
}

/** Reads in the page its language, its direction, and the shown words, including those in shadow roots. */
const readDocument = (): { readonly lang: string; readonly dir: string; readonly words: string } => {
  const wordsOf = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (
      node instanceof HTMLElement &&
      (['STYLE', 'SCRIPT', 'NOSCRIPT'].includes(node.tagName) || !node.checkVisibility())
    )
      return ''
    const root = node instanceof Element && node.shadowRoot !== null ? node.shadowRoot : node
    return [...root.childNodes].map(wordsOf).join(node instanceof HTMLElement ? '\n' : '')
  }
  const { lang, dir } = document.documentElement
  return { lang, dir: dir || 'ltr', words: wordsOf(document.body) }
}
