/**
 * The steps of one story: every message to the database and both ends of every call to the processor. Before a step it may
 * have to wait until it is allowed to go on.
 */
export interface Steps {
  /** What was done so far, a word or the start of a statement each. */
  readonly done: readonly string[]
  /** Waits until the story may take its next step. `settled` resolves when everything before it has been answered. */
  readonly take: (what: string, settled: Promise<unknown>) => Promise<void>
  /** Lets the story take so many more steps. */
  readonly allow: (count: number) => void
  /** Resolves when the story waits before a step that it was not allowed. */
  readonly rest: () => Promise<void>
  /** Ends the story before its next step, as a process that is killed. */
  readonly end: () => void
  readonly hasEnded: () => boolean
}

/** What a story fails with that was ended. */
export class StoryEnded extends Error {
  override readonly name = 'StoryEnded'

  constructor() {
    super('The story was ended here.')
  }
}

/** A story that has not begun and may take no step. */
export const countSteps = (): Steps => {
  const done: string[] = []
  let allowed = 0
  let hasEnded = false
  let letGo = Promise.withResolvers<void>()
  let resting = Promise.withResolvers<void>()
  const take: Steps['take'] = async (what, settled) => {
    if (hasEnded) throw new StoryEnded()
    if (allowed === 0) {
      const { promise } = letGo
      await settled
      // It may have been allowed meanwhile.
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
