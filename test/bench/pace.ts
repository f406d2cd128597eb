import { loadavg } from 'node:os'
import { median } from './median.ts'

const rounds = 400_000
const mayBeSlower = 1.2

/** Milliseconds that a loop of a few thousandths of a second takes now. */
const timeLoop = (): number => {
  const start = performance.now()
  let sum = 0
  for (let round = 0; round < rounds; round += 1) sum = (sum * 31 + round) % 1_000_003
  if (sum < 0) throw new Error('never')
  return performance.now() - start
}

const timeLoops = (count: number): readonly number[] => Array.from({ length: count }, timeLoop)

/** How much this machine has to do beside a benchmark. */
export interface Pace {
  /** Notes how fast the machine is now; to be called around everything that is measured. */
  look(): void
  /** Why what was measured says nothing: how slow the machine was at its slowest; null when it was quiet. */
  busy(): string | null
}

/** Finds out how fast the machine is when it has nothing else to do: its fastest of many short loops. */
export const watchPace = (): Pace => {
  // The first loops also compile.
  timeLoops(50)
  let fastest = Math.min(...timeLoops(300))
  let slowest = 0
  return {
    look() {
      const times = timeLoops(100)
      fastest = Math.min(fastest, ...times)
      // Whoever shares a core with others loses it for whole slices of time: the mean counts those, a median does not.
      slowest = Math.max(slowest, median(times), times.reduce((sum, time) => sum + time, 0) / times.length)
    },
    busy() {
      const slower = slowest / fastest
      if (slower <= mayBeSlower) return null
      return `machine busy: a loop took ${Math.round((slower - 1) * 100)} % more than its fastest, load ${loadavg()[0]?.toFixed(1)}`
    },
  }
}
