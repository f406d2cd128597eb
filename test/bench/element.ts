import { launchBrowser } from '../support/browser.ts'
import { type ElementFigures, measureElement } from './measure-element.ts'
import { measureRivals, type RivalFigures } from './rivals.ts'
import { bytesToCard, reportSizes } from './element-sizes.ts'
import { conditions } from './slow-phone.ts'

/** What the element's design promises; a figure beyond its limit makes the run fail. */
const limits = { requests: 8, layoutShift: 0.01 }
const runs = 5

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
const ms = (value: number): string => `${Math.round(value)} ms`.padStart(8)
const row = (what: string, value: string, more = ''): void =>
  console.log(`  ${what.padEnd(38)} ${value} ${more}`.trimEnd())

if (!reportSizes()) process.exitCode = 1
const browser = await launchBrowser()
const ours = await measureElement(browser, runs, false)
const placeheld = await measureElement(browser, 2, true)
const theirs = await measureRivals(browser, runs).catch((error: unknown) => {
  console.error(`The others could not be loaded: ${error instanceof Error ? error.message : error}`)
  return []
})
await browser.close()

const { roundTripMs, bytesPerSecond, slowdown } = conditions
console.log(
  `\nElement in Chromium ${roundTripMs} ms away at ${(bytesPerSecond * 8) / 1e6} Mbit/s, processor slowed ${slowdown} times, empty caches, median of ${runs}`,
)
const of = (figure: (figures: ElementFigures) => number): number => median(ours.map(figure))
const worst = (figure: (figures: ElementFigures) => number): number => Math.max(...ours.map(figure))
const requests = worst(({ requests }) => requests)
const layoutShift = Math.max(...placeheld.map(({ shiftOfAll }) => shiftOfAll))
row('script has run', ms(of(({ defined }) => defined)))
row('summary with its amounts', ms(of(({ summary }) => summary)))
row('card can be typed', ms(of(({ input }) => input)))
row('requests until then, worst', String(requests).padStart(8), `(limit ${limits.requests})`)
row('tasks beyond 50 ms, their excess', ms(of(({ blocking }) => blocking)))
row('layout shift (CLS) of a purchase, worst', layoutShift.toFixed(4).padStart(8), `(limit ${limits.layoutShift})`)
const shiftWithout = worst(({ shiftOfLoad }) => shiftOfLoad)
row('  without the placeholder’s style sheet', shiftWithout.toFixed(4).padStart(8), 'the page’s own text below, once')
for (const act of Object.keys(ours[0]?.interactions ?? {}))
  row(`INP: ${act}`, ms(of(({ interactions }) => interactions[act] ?? 0)))

console.log('\nBeside it, the same way: what others bring into the shop’s page, without their frames and servers')
const bytes = bytesToCard()
row('ours', `${(bytes / 1000).toFixed(1)} kB`.padStart(8), 'until a card can be typed, card frame included')
for (const figures of theirs) {
  const [{ name } = { name: '' }] = figures
  const their = (figure: (figures: RivalFigures) => number): number => median(figures.map(figure))
  const times = (their: number, our: number): string => `${(their / our).toFixed(1)} × ours`
  const [size, defined, blocking] = [their((f) => f.bytes), their((f) => f.defined), their((f) => f.blocking)]
  console.log(`  ${name}`)
  row('  scripts and styles', `${(size / 1000).toFixed(1)} kB`.padStart(8), times(size, bytes))
  row(
    '  script has run',
    ms(defined),
    times(
      defined,
      of((f) => f.defined),
    ),
  )
  row(
    '  tasks beyond 50 ms',
    ms(blocking),
    times(
      blocking,
      of((f) => f.blocking),
    ),
  )
  if (figures[0]?.drawn != null) {
    const drawn = their((f) => f.drawn ?? 0)
    row(
      '  labels of a card form drawn, no field',
      ms(drawn),
      `${times(
        drawn,
        of((f) => f.summary),
      )} with amounts`,
    )
  } else row('  a card form', '', 'not without its servers')
}

if (requests > limits.requests) console.error(`More than ${limits.requests} requests until the card can be typed.`)
if (layoutShift > limits.layoutShift) console.error(`The layout shifts by more than ${limits.layoutShift}.`)
if (requests > limits.requests || layoutShift > limits.layoutShift) process.exitCode = 1
