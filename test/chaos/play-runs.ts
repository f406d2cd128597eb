import { playRun, type Run } from './play-run.ts'
import type { Stage } from './stage.ts'

/**
 * Plays the seeds from `first` on, several at a time; `onRun` is called as each ends, also of one that broke off. Throws when
 * the browser was lost: what was under way then has not been played.
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

/** Whether a run broke off because there was no browser any more; a connection may still seem to be there then. */
export const isOfLostBrowser = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('has been closed')

const brokenOff = (seed: number, error: unknown): Run => {
  const why = error instanceof Error ? error.message : String(error)
  return { seed, steps: [], payments: 0, duplicates: 0, falsehoods: 0, violations: [`It broke off: ${why}`] }
}

/** A run in one line, with how to play it again. */
export const lineOf = ({ seed, steps, violations }: Run): string =>
  `npm run chaos -- --seed ${seed}\n  ${steps.join(', ')}\n  ${violations.join('\n  ')}`
