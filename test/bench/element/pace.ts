import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../yardsticks/median.ts'

const rounds = 400_000
const loopsInBlock = 10
const blocksInLook = 15
const mayBeSlower = 1.2
const triesPerRun = 3
const settleMs = 500

/** The milliseconds that one short loop takes now. */
const timeLoop = (): number => {
  const start = performance.now()
  let sum = 0
  for (let round = 0; round < rounds; round += 1) sum = (sum * 31 + round) % 1_000_003
  if (sum < 0) throw new Error('never')
  return performance.now() - start
}

const timeLoops = (count: number): readonly number[] => Array.from({ length: count }, timeLoop)

/** How busy this machine is apart from the benchmark. */
export interface Pace {
  /**
   * Measures until `runs` runs had a quiet machine before and after them, and returns these runs. After three times as many tries, returns
   * all runs instead, and `busy` reports that.
   */
  measure<Figures>(runs: number, run: () => Promise<Figures>): Promise<readonly Figures[]>
  /** Why the measurements are not reliable; null if the machine was quiet around all returned runs. */
  busy(): string | null
}

/** Finds the machine's speed when idle: its fastest of many short loops. */
export const watchPace = (): Pace => {
  // The first loops also compile.
  timeLoops(50)
  let fastest = Math.min(...timeLoops(300))
  let fault: string | null = null

  /**
   * How many times longer a loop takes now than the fastest loop. If another process shares the core, whole time slices are lost, which
   * raises the mean of each block of loops. A single hiccup spoils only one block, so the median of the blocks stays the same.
   */
  const slownessNow = async (): Promise<number> => {
    // Wait until the last measurement no longer disturbs the next: a slowed-down page keeps its cores busy by design.
    await sleep(settleMs)
    const blocks = Array.from({ length: blocksInLook }, () => timeLoops(loopsInBlock))
    fastest = Math.min(fastest, ...blocks.flat())
    return median(blocks.map((times) => times.reduce((sum, time) => sum + time, 0) / times.length)) / fastest
  }

  return {
    async measure(runs, run) {
      const all: { readonly figures: Awaited<ReturnType<typeof run>>; readonly slowness: number }[] = []
      const clean = () => all.filter(({ slowness }) => slowness <= mayBeSlower)
      let before = await slownessNow()
      for (let tried = 0; clean().length < runs && tried < runs * triesPerRun; tried += 1) {
        const figures = await run()
        const after = await slownessNow()
        all.push({ figures, slowness: Math.max(before, after) })
        before = after
      }
      if (clean().length >= runs) return clean().map(({ figures }) => figures)
      const slower = Math.round((median(all.map(({ slowness }) => slowness)) - 1) * 100)
      const limit = Math.round((mayBeSlower - 1) * 100)
      fault ??= `machine busy: ${all.length - clean().length} of ${all.length} runs had a loop beside them that took over ${limit} % more than its fastest, the middle one ${slower} % more; load ${loadavg()[0]?.toFixed(1)}`
      return all.map(({ figures }) => figures)
    },
    busy: () => fault,
  }
}
