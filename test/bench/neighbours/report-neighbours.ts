import { crowd, measureNeighbours } from './neighbours.ts'

/** How many times slower other organizations' requests may be during the flood. */
const besideOfAloneMax = 4

/** Measures organizations next to a loud one, and prints the figures with their limit. Returns whether the limit is kept. */
export const reportNeighbours = async (): Promise<boolean> => {
  let isKept = true
  for (const { over, rounds, loudPerSecond } of await measureNeighbours()) {
    const [middle] = rounds.toSorted((one, other) => ratio(one) - ratio(other)).slice(1)
    const { alone, beside, slowest, readiness } = middle!
    console.log(`\nGET /plans while another organization creates sessions over ${crowd} connections, ${over}`)
    console.log(
      `  p95 alone ${millis(alone)}, beside it ${millis(beside)}  ${ratio(middle!).toFixed(1)} x (limit ${besideOfAloneMax} x)\n` +
        `  slowest ${millis(slowest)}, /readyz p95 ${millis(readiness)}, the other got ${loudPerSecond.toFixed(0)} /s done`,
    )
    if (ratio(middle!) > besideOfAloneMax) isKept = false
  }
  if (!isKept) console.error('One organization keeps the others waiting.')
  return isKept
}

const ratio = ({ alone, beside }: { readonly alone: number; readonly beside: number }): number => beside / alone

const millis = (value: number): string => `${value.toFixed(1)} ms`
