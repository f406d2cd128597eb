import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Manifest } from '../../../packages/element/build/manifest.ts'

const dist = fileURLToPath(new URL('../../../packages/element/dist/', import.meta.url))
const manifest = JSON.parse(readFileSync(`${dist}manifest.json`, 'utf8')) as Manifest

/** The size after gzip -9 of all files whose path matches, in bytes. */
const sizeOf = (...patterns: readonly RegExp[]): number =>
  manifest.files
    .filter(({ path }) => patterns.some((pattern) => pattern.test(path)))
    .reduce((sum, { gzip }) => sum + gzip, 0)

const frame = /^assets\/card-frame-[^/]+$/
const isLocale = ({ path }: { readonly path: string }) => path.startsWith('assets/messages/')
const largestLocale = Math.max(...manifest.files.filter(isLocale).map(({ gzip }) => gzip))

/** What a shopper downloads, with the budgets in the element's design: [what, gzipped bytes, budget]. */
const rows: readonly (readonly [what: string, size: number, budget: number])[] = [
  ['host script, Lit inside', sizeOf(/^billing-checkout\.js$/), 20_000],
  ['customer portal, Lit inside', sizeOf(/^billing-portal\.js$/), 24_000],
  ['card frame to first paint (script, styles)', sizeOf(frame), 7_000],
  ['card frame with encryption', sizeOf(frame, /^assets\/seal-card-/), 15_000],
  ['card frame with Stripe’s own fields, without theirs', sizeOf(/^assets\/hosted-frame-/), 9_000],
  ['button of a wallet in its frame, without Stripe’s', sizeOf(/^assets\/wallet-frame-/), 6_000],
  ['sheet around that button', sizeOf(/^assets\/framed-sheet-/), 6_000],
  ['brand marks of the card frame', sizeOf(/^assets\/field-marks-/), 6_000],
  ['later views (saved methods, receipt, test ribbon)', sizeOf(/^assets\/later-/), 6_000],
  ['test cards, once the ribbon is opened', sizeOf(/^assets\/(ribbon|test)-cards-/), 6_000],
  ['outcomes and notices', sizeOf(/^assets\/outcomes-/), 6_000],
  ['payment, from the click on', sizeOf(/^assets\/payment-/), 6_000],
  ['how the element gets on with its page', sizeOf(/^assets\/page-/), 6_000],
  ['what older browsers show', sizeOf(/^assets\/unsupported-/), 6_000],
  ['lines for developers', sizeOf(/^assets\/developer-/), 6_000],
  ['watch over a card frame that is late', sizeOf(/^assets\/watch-frame-/), 6_000],
  ['previews, and the wait for a session', sizeOf(/^assets\/without-session-/), 6_000],
  ['script for tags without a type', sizeOf(/classic/), 400],
  ['3-D Secure', sizeOf(/^assets\/challenge-/), 6_000],
  ['address', sizeOf(/^assets\/address-/), 6_000],
  ['field for a code', sizeOf(/^assets\/codes-/), 6_000],
  ['methods to choose from', sizeOf(/^assets\/methods-/), 6_000],
  ['wallets', sizeOf(/^assets\/wallets-/), 6_000],
  ['largest locale', largestLocale, 2_500],
]

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(2)} kB`.padStart(9)

/** The parts that are missing or exceed their budgets, a line each. */
export const partsOverBudget = (): readonly string[] =>
  rows.filter(([, size, budget]) => size === 0 || size > budget).map(([what, size]) => `${what}: ${size} bytes`)

/** Prints the size of each part with its budget. Returns whether every part exists and is within its budget. */
export const reportSizes = (): boolean => {
  console.log(`${'Element, gzip -9'.padEnd(50)} ${'size'.padStart(9)} ${'budget'.padStart(9)}`)
  for (const [what, size, budget] of rows)
    console.log(`${what.padEnd(50)} ${kilobytes(size)} ${kilobytes(budget)}${size <= budget ? '' : '  over budget'}`)
  return partsOverBudget().length === 0
}

/** The size after gzip -9 of everything that loads before a card can be typed in English, in bytes. */
export const bytesToCard = (): number =>
  sizeOf(/^billing-checkout\.js$/, frame, /^assets\/messages\/checkout-[^/]+\/en\.js$/)
