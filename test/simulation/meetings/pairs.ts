import type { Pair } from './play-meeting.ts'
import type { Capture, SceneName } from './scenes.ts'
import { type VerbName, verbs } from './verbs.ts'

const names = Object.keys(verbs) as VerbName[]

/** Every ordered pair of verbs, each in the scene in which both have something to do. */
export const allPairs = (capture: Capture): readonly Pair[] =>
  names.flatMap((first) =>
    names
      .filter((second) => !isSameMoney(first, second))
      .map((second) => ({ scene: sceneOf([first, second]), capture, verbs: [first, second] })),
  )

/** The same money does not both arrive and not arrive. */
const isSameMoney = (first: VerbName, second: VerbName): boolean =>
  first !== second && first.endsWith('settlement') && second.endsWith('settlement')

const sceneOf = (met: readonly VerbName[]): SceneName => {
  const isPastDue = met.some((verb) => verb === 'retry' || verb === 'recovery')
  const isDue = met.includes('renewal')
  if (isPastDue) return isDue ? 'both' : 'past_due'
  return isDue ? 'due' : 'running'
}

/** A pair as it is written on the command line: `renewal+upgrade`. */
export const nameOfPair = ({ verbs: met }: Pair): string => met.join('+')
