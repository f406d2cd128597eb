/**
 * The steps of one story: every message to the database, and the beginning and end of every call to the processor. The story may have to
 * wait for permission before a step.
 */
export interface StepControl {
  /** The steps taken so far: each is the beginning of a statement, or says which call to the processor began or ended. */
  readonly done: readonly string[]
  /** Waits until the story may take its next step. `settled` resolves when all earlier messages have been answered. */
  readonly take: (what: string, settled: Promise<unknown>) => Promise<void>
  /** Allows the story this many more steps. */
  readonly allow: (count: number) => void
  /** Resolves when the story waits before a step that is not allowed yet. */
  readonly rest: () => Promise<void>
  /** Ends the story before its next step, like a process that is killed. */
  readonly end: () => void
  readonly hasEnded: () => boolean
}

/** The error of a story that was ended. */
export class StoryEnded extends Error {
  override readonly name = 'StoryEnded'

  constructor() {
    super('The story was ended here.')
  }
}

/** The steps of a story that has not begun and may take no step yet. */
export const openStepControl = (): StepControl => {
  const done: string[] = []
  let allowed = 0
  let hasEnded = false
  let letGo = Promise.withResolvers<void>()
  let resting = Promise.withResolvers<void>()
  const take: StepControl['take'] = async (what, settled) => {
    if (hasEnded) throw new StoryEnded()
    if (allowed === 0) {
      const { promise } = letGo
      await settled
      // A step may have been allowed in the meantime.
      if (allowed === 0) resting.resolve()
      await promise
      return take(what, settled)
    }
    allowed -= 1
    done.push(what)
  }
  return {
    done,
    take,
    allow(count) {
      allowed += count
      if (count === 0) return
      resting = Promise.withResolvers()
      letGo.resolve()
      letGo = Promise.withResolvers()
    },
    rest: () => resting.promise,
    end() {
      hasEnded = true
      letGo.resolve()
    },
    hasEnded: () => hasEnded,
  }
}
