import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { compareFilled } from './compare-filled.ts'
import { fillDatabase, type FilledDatabase, openFilled } from './fill-database.ts'

/**
 * Fills one database with `rows` payments, a sixth as many subscriptions and ten thirds as many events, and another database with a third
 * of all that. One merchant has four fifths of the rows. Prints how many times longer each query takes on the larger database, with queries
 * sent to both in turns, and the effect on other merchants. Sizes that exceed 40 GB are filled only if `byHand` is set.
 */
export const measureGrowth = async (rows: number, byHand: boolean): Promise<void> => {
  if (!Number.isInteger(rows) || rows < 30_000) throw new RangeError('--rows takes a whole number from 30000.')
  await refuseWithoutRoom(rows, byHand)
  const server = await startPostgresql({ isLarge: true })
  const closing = new AsyncDisposableStack()
  closing.defer(() => server.stop())
  try {
    const began = performance.now()
    const urls: string[] = []
    for (const count of [Math.round(rows / 3), rows]) urls.push(await fillDatabase(server.url, count))
    const minutes = (performance.now() - began) / 60_000
    console.log(`\nBoth were filled in ${minutes.toFixed(1)} minutes${minutes > minutesMax ? '  too long' : ''}`)
    if (minutes > minutesMax && rows <= rowsInTime) process.exitCode = 1
    const both: FilledDatabase[] = []
    for (const url of urls) {
      const filled = await openFilled(url)
      closing.defer(() => filled.close())
      both.push(filled)
    }
    await compareFilled(rows, both)
  } finally {
    await closing.disposeAsync()
  }
}

/** The measured bytes of a payment with its share of all other rows, and of the write-ahead log for everything. */
const bytesForEach = 8_000
const bytesOfLog = 5e9
const gigabytesMax = 40
/** Filling `rowsInTime` rows may take at most `minutesMax` minutes. */
const rowsInTime = 3_000_000
const minutesMax = 20

const refuseWithoutRoom = async (rows: number, byHand: boolean): Promise<void> => {
  const needed = ((rows + rows / 3) * bytesForEach + bytesOfLog) / 1e9
  const { bavail, bsize } = await statfs(tmpdir())
  const free = (bavail * bsize) / 1e9
  console.log(
    `${rows.toLocaleString('en')} payments need about ${needed.toFixed(1)} GB in ${tmpdir()}; ${free.toFixed(0)} GB are free.`,
  )
  if (needed > free * 0.9) throw new Error('There is not enough room.')
  if (needed > gigabytesMax && !byHand) throw new Error(`That is more than ${gigabytesMax} GB: add --by-hand.`)
}
