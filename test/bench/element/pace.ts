import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../yardsticks/median.ts'

const rounds = 400_000
const loopsInBlock = 10
const blocksInLook = 15
const mayBeSlower = 1.2
const triesPerRun = 3
const settleMs = 500

/** Milliseconds that a loop of a few thousandths of a second takes now. */
const timeLoop = (): number => {
  const start = performance.now()
  let sum = 0
  for (let round = 0; round < rounds; round += 1) sum = (sum * 31 + round) % 1_000_003
  if (sum < 0) throw new Error('never')
  return performance.now() - start
}

const timeLoops = (count: number): readonly number[] => Array.from({ length: count }, timeLoop)

/** How much this machine has to do in addition to a benchmark. */
export interface Pace {
  /**
   * Measures until `runs` runs have a quiet machine before and after them, and answers those. After three times as many tries it
   * answers what there is, and `busy` says so.
   */
  measure<Figures>(runs: number, run: () => Promise<Figures>): Promise<readonly Figures[]>
  /** Why what was measured says nothing; null when the machine was quiet around all that was answered. */
  busy(): string | null
}

/** Finds out how fast the machine is when it has nothing else to do: its fastest of many short loops. */
export const watchPace = (): Pace => {
  // The first loops also compile.
  timeLoops(50)
  let fastest = Math.min(...timeLoops(300))
  let fault: string | null = null

  /**
   * How many times longer than the fastest a loop takes now. A process that shares a core loses it for whole slices of
   * time, which the mean of a block of loops counts; a single hiccup spoils one block of many, and not their median.
   */
  const slownessNow = async (): Promise<number> => {
    // What was measured last is ended by now, and no longer in its own way: a slowed page keeps its cores busy by design.
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
