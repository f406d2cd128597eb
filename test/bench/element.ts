import { loadavg } from 'node:os'
import { launch } from 'puppeteer-core'
import { browserFlags, browserMissing, findBrowser } from '../support/pages/browser.ts'
import { type Arrival, measureElement, measureOverLine, pageVariants } from './element/measure-element.ts'
import { watchPace } from './element/pace.ts'
import { measureRivals, type RivalFigures } from './element/rivals.ts'
import { bytesToCard, reportSizes } from './element/element-sizes.ts'
import { openSlowLine } from './element/slow-line.ts'
import { conditions } from './element/slow-phone.ts'
import { median } from './yardsticks/median.ts'

/** The limits promised in the element's design. The run fails if a figure exceeds its limit. */
const limits = {
  summary: 1000,
  usable: 1500,
  /** The limits over TLS and HTTP/2, with the card frame on an origin of its own and in the page's HTML. */
  summaryOverLine: 1500,
  usableOverLine: 2000,
  requests: 9,
  bytes: 45_000,
  requestsWithSaved: 11,
  bytesWithSaved: 52_000,
  blocking: 200,
  layoutShift: 0,
}
const runs = 5

const ms = (value: number): string => `${Math.round(value)} ms`.padStart(8)
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`.padStart(8)
const row = (what: string, value: string, more = ''): void =>
  console.log(`  ${what.padEnd(38)} ${value} ${more}`.trimEnd())

const beyond: string[] = []
/** Prints a row with its limit. The end of the run reports the figures that exceed their limit. */
const held = (what: string, value: number, limit: number, write: (value: number) => string): void => {
  row(what, write(value), `(limit ${write(limit).trim()})`)
  if (value > limit) beyond.push(`${what}: ${write(value).trim()}, more than ${write(limit).trim()}`)
}

if (!reportSizes()) process.exitCode = 1
const executablePath = findBrowser()
if (executablePath === null) throw new Error(browserMissing)
const pace = watchPace()
const line = openSlowLine()
const browser = await launch({ executablePath, args: [...browserFlags, line.trustFlag], timeout: 120_000 })
const { first, placeheld, saved } = await measureElement(browser, runs, pace)
const overLine = await measureOverLine(browser, runs, line, pace)
line.close()
// Check this before the rivals are installed, because an installation makes any machine busy.
const busy = pace.busy()
const theirs = await measureRivals(browser, runs).catch((error: unknown) => {
  console.error(`The others could not be loaded: ${error instanceof Error ? error.message : error}`)
  return []
})
await browser.close()

const { roundTripMs, bytesPerSecond, slowdown } = conditions
console.log(
  `\nElement in Chromium ${roundTripMs} ms away at ${(bytesPerSecond * 8) / 1e6} Mbit/s, processor slowed ${slowdown} times, frames too, empty caches, every wallet on, shop and server on two sites, median of ${runs}; load ${loadavg()[0]?.toFixed(1)}`,
)
const of = (figure: (arrival: Arrival) => number): number => median(first.map(figure))
const worst = (arrivals: readonly Arrival[], figure: (arrival: Arrival) => number): number =>
  Math.max(...arrivals.map(figure))
const count = (value: number): string => String(value).padStart(8)
const shift = (value: number): string => value.toFixed(4).padStart(8)
row('script has run', ms(of(({ defined }) => defined)))
held(
  'summary with its amounts',
  of(({ summary }) => summary),
  limits.summary,
  ms,
)
held(
  'card can be typed',
  of(({ usable }) => usable),
  limits.usable,
  ms,
)
held(
  'requests begun until then, worst',
  worst(first, ({ requests }) => requests),
  limits.requests,
  count,
)
held(
  'their bytes with headers, worst',
  worst(first, ({ bytes }) => bytes),
  limits.bytes,
  kB,
)
const withSaved = (figure: (arrival: Arrival) => number): number => median(saved.map(figure))
row('a saved card can be paid with', ms(withSaved(({ usable }) => usable)))
held(
  'requests begun until then, worst',
  worst(saved, ({ requests }) => requests),
  limits.requestsWithSaved,
  count,
)
held(
  'their bytes with headers, worst',
  worst(saved, ({ bytes }) => bytes),
  limits.bytesWithSaved,
  kB,
)
held(
  'tasks beyond 50 ms, their excess',
  of(({ blocking }) => blocking),
  limits.blocking,
  ms,
)
const shiftOfAll = Math.max(...placeheld.map((purchase) => purchase.shiftOfAll))
held('layout shift (CLS) of a purchase, worst', shiftOfAll, limits.layoutShift, shift)
row(
  '  without the placeholder’s style sheet',
  shift(worst(first, (arrival) => arrival.shift)),
  'the page’s own text below, once',
)
for (const act of Object.keys(first[0]?.interactions ?? {}))
  row(`INP: ${act}`, ms(median(first.map(({ interactions }) => interactions[act] ?? Infinity))))

console.log(
  '\nThe same over a line of its own, with the handshakes of TCP and TLS and HTTP/2, the card frame on an origin of its own',
)
for (const name of Object.keys(pageVariants) as (keyof typeof pageVariants)[]) {
  const arrivals = overLine[name]
  const of = (figure: (arrival: Arrival) => number): number => median(arrivals.map(figure))
  const isBest = name === 'the frame is in the page’s HTML, too'
  const write = (what: string, value: number, limit: number): void =>
    isBest ? held(what, value, limit, ms) : row(what, ms(value))
  console.log(`  ${name}`)
  row('  script has run', ms(of(({ defined }) => defined)))
  write(
    '  summary with its amounts',
    of(({ summary }) => summary),
    limits.summaryOverLine,
  )
  write(
    '  card can be typed',
    of(({ usable }) => usable),
    limits.usableOverLine,
  )
  row('  layout shift (CLS), worst', shift(worst(arrivals, (arrival) => arrival.shift)))
}

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
      of(({ defined }) => defined),
    ),
  )
  row(
    '  tasks beyond 50 ms',
    ms(blocking),
    times(
      blocking,
      of(({ blocking }) => blocking),
    ),
  )
  if (figures[0]?.drawn != null) {
    const drawn = their((f) => f.drawn ?? 0)
    row(
      '  labels of a card form drawn, no field',
      ms(drawn),
      `${times(
        drawn,
        of(({ summary }) => summary),
      )} with amounts`,
    )
  } else row('  a card form', '', 'not without its servers')
}

if (busy !== null) {
  console.error(`Refused, the times say nothing: ${busy}.`)
  process.exitCode = 1
}
for (const fault of beyond) console.error(fault)
if (beyond.length > 0) process.exitCode = 1
