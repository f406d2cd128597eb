import { playRun, type Run } from './play-run.ts'
import type { Stage } from './stage.ts'

/** Plays the seeds from `first` on, several at a time; `onRun` is called as each ends. */
export const playRuns = async (
  stage: Stage,
  { first, count, atOnce }: { readonly first: number; readonly count: number; readonly atOnce: number },
  onRun: (run: Run) => void,
): Promise<void> => {
  let next = first
  const play = async (): Promise<void> => {
    while (next < first + count) onRun(await playRun(stage, next++))
  }
  await Promise.all(Array.from({ length: atOnce }, play))
}

/** A run in one line, with how to play it again. */
export const lineOf = ({ seed, steps, faults }: Run): string =>
  `npm run chaos -- --seed ${seed}\n  ${steps.join(', ')}\n  ${faults.join('\n  ')}`
