import { playRun, type Run } from './play-run.ts'
import type { Stage } from './stage.ts'

/**
 * Plays the seeds starting with `first`, several at a time. `onRun` is called when each ends, even if it failed. Throws if the browser was
 * lost; the interrupted runs then count as not played.
 */
export const playRuns = async (
  stage: Stage,
  { first, count, atOnce }: { readonly first: number; readonly count: number; readonly atOnce: number },
  onRun: (run: Run) => void,
): Promise<void> => {
  let next = first
  const play = async (): Promise<void> => {
    while (next < first + count) {
      const seed = next++
      onRun(
        await playRun(stage, seed).catch((error: unknown) => {
          if (isOfLostBrowser(error)) throw error
          return brokenOff(seed, error)
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, play))
}

/** Whether a run failed because the browser was gone, even if a connection to it still seems to exist. */
export const isOfLostBrowser = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('has been closed')

const brokenOff = (seed: number, error: unknown): Run => {
  const why = error instanceof Error ? error.message : String(error)
  return { seed, steps: [], payments: 0, duplicates: 0, falsehoods: 0, violations: [`It broke off: ${why}`] }
}

/** Describes a run: the command that plays it again, its steps, and its violations. */
export const describeRun = ({ seed, steps, violations }: Run): string =>
  `npm run chaos -- --seed ${seed}\n  ${steps.join(', ')}\n  ${violations.join('\n  ')}`
