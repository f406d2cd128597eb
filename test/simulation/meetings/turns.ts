import type { Accident, Turn } from '../../support/interleaving/interleave.ts'
import type { Chance } from '../chance.ts'

/** Turns as command-line text: `1:12` runs 12 steps of verb 1, `1` runs it to its end, `0:killed` ends verb 0. */
export const writeTurns = (turns: readonly Turn[]): string =>
  turns
    .map((turn) => {
      const what = 'mishap' in turn ? turn.mishap : turn.steps
      return what === Infinity ? `${turn.story}` : `${turn.story}:${what}`
    })
    .join(' ')

/** Reads turns from a text that {@link writeTurns} wrote. */
export const readTurns = (text: string): readonly Turn[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [story, what] = word.split(':')
      if (what === 'killed' || what === 'cut' || what === 'lost') return { story: Number(story), mishap: what }
      return { story: Number(story), steps: what === undefined ? Infinity : Number(what) }
    })

/**
 * Interrupts the first of two verbs before each of its steps in turn: it pauses, the second verb runs to its end, then the first continues.
 * If the second verb calls a processor, every pause is also played with the second verb already waiting for the answer, without locks.
 */
export const turnsOfEveryPause = (
  first: readonly string[],
  second: readonly string[],
): readonly (readonly Turn[])[] => {
  const answer = second.findIndex((step) => step.startsWith('answer of'))
  const pauses = Array.from({ length: first.length }, (_, steps) => steps)
  return (answer < 0 ? [0] : [0, answer]).flatMap((before) =>
    pauses.map((steps) => [
      { story: 1, steps: before },
      { story: 0, steps },
      { story: 1, steps: Infinity },
    ]),
  )
}

/**
 * Ends the first verb before each of its steps and after the last. With `lost`, the verb's commits are lost. Then its client repeats the
 * request.
 */
export const turnsOfEveryEnd = (first: readonly string[], mishap: 'killed' | 'lost'): readonly (readonly Turn[])[] =>
  [...first, 'its end'].map((_, steps) => [
    { story: 0, steps },
    { story: 0, mishap },
    { story: 1, steps: Infinity },
  ])

/** Random turns: a few pauses anywhere, and sometimes an accident. */
export const chooseTurns = (chance: Chance, stories: number): readonly Turn[] => {
  const turns: Turn[] = []
  for (let left = 2 + chance.below(5); left > 0; left--) {
    turns.push({ story: chance.below(stories), steps: 1 + chance.below(chance.pick([4, 30])) })
  }
  const mishap = chance.pick<Accident | null>([null, null, null, null, null, 'killed'])
  return mishap === null ? turns : [...turns, { story: chance.below(2), mishap }]
}
