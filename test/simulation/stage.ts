import type { Chance } from './chance.ts'

/**
 * A stage for concurrent stories, of which only one moves at a time. The stage draws the next turn at random by its seed, so a seed always
 * plays the same stories in the same order. The stage also decides the time.
 */
export interface Stage {
  /** Milliseconds since 1970. */
  now(): number
  /** Starts a story when its turn comes, at the earliest after this many seconds. */
  begin(story: () => Promise<void>, afterSeconds?: number): void
  /** Waits for the caller's next turn. Until the caller then waits again or ends, no other story runs. */
  turn(afterSeconds?: number): Promise<void>
  /** Plays until every story has ended, and calls the functions of `around` before and after each turn. */
  play(around: AroundTurns): Promise<void>
}

/** What is done around every turn. */
export interface AroundTurns {
  before(): Promise<void>
  after(): Promise<void>
}

interface Waiting {
  readonly notBefore: number
  readonly go: () => void
}

/** Opens an empty stage whose clock starts at `startsAt`, in milliseconds since 1970. */
export const openStage = (chance: Chance, startsAt: number): Stage => {
  let now = startsAt
  const unfinished = new Set<() => Promise<void>>()
  let failure: { readonly error: unknown } | undefined
  let pause = () => {}
  const waiting: Waiting[] = []

  const queue = (afterSeconds: number) =>
    new Promise<void>((go) => {
      waiting.push({ notBefore: now + afterSeconds * 1000, go })
    })

  const turn = (afterSeconds = 0) => {
    const next = queue(afterSeconds)
    pause()
    return next
  }

  const begin = (story: () => Promise<void>, afterSeconds = 0) => {
    unfinished.add(story)
    queue(afterSeconds)
      .then(story)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => {
        unfinished.delete(story)
        pause()
      })
  }

  /** Draws the story that continues. If no story may continue yet, lets time pass until one may. */
  const chooseNext = (): Waiting => {
    const soonest = Math.min(...waiting.map(({ notBefore }) => notBefore))
    now = Math.max(now, soonest) + 1 + chance.below(20)
    const next = chance.pick(waiting.filter(({ notBefore }) => notBefore <= now))
    waiting.splice(waiting.indexOf(next), 1)
    return next
  }

  const play = async ({ before, after }: AroundTurns) => {
    while (unfinished.size > 0) {
      const next = chooseNext()
      await before()
      const paused = new Promise<void>((resolve) => {
        pause = resolve
      })
      next.go()
      await within(stallSeconds, paused)
      await after()
      if (failure !== undefined) throw failure.error
    }
  }

  return { now: () => now, begin, turn, play }
}

/** Seconds after which the play fails, because a story waits for something other than its turn. */
const stallSeconds = 20

const within = async (seconds: number, paused: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A story neither ended nor waited for its turn.')), seconds * 1000)
  })
  await Promise.race([paused, stalled]).finally(() => clearTimeout(timer))
}
