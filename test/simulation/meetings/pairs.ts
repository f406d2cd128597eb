import type { VerbPair } from './play-meeting.ts'
import type { Capture, SceneName } from './scenes.ts'
import { type VerbName, verbs } from './verbs.ts'

const names = Object.keys(verbs) as VerbName[]
// The verbs of each group below need a scene of their own, or can meet only some of the other verbs.
const inTabs: readonly VerbName[] = ['purchase', 'approval']
const redeeming: readonly VerbName[] = ['discounted purchase']
const selling: readonly VerbName[] = ['quantity', 'seats', 'free start']
const ofOnePurchase: readonly VerbName[] = ['purchase', 'session PATCH']
const comingBack: readonly VerbName[] = ['return', 'reactivation']
const spendingCredit: readonly VerbName[] = ['grant', 'credited upgrade', 'credited change', 'credited charge']
const scheduling: readonly VerbName[] = ['schedule', 'undo']
const declaring: readonly VerbName[] = ['withdrawal', 'declared cancellation']
const requestingEnd: readonly VerbName[] = ['requested end']
const inGroupsOfTheirOwn = [
  ...requestingEnd,
  ...declaring,
  ...comingBack,
  ...inTabs,
  ...redeeming,
  ...selling,
  ...spendingCredit,
  ...scheduling,
]
const meeting = names.filter((verb) => !inGroupsOfTheirOwn.includes(verb))
const whileSelling: readonly VerbName[] = [
  ...selling,
  'renewal',
  'upgrade',
  'refund',
  'cancellation',
  'failed settlement',
]
const whileScheduled: readonly VerbName[] = [
  ...scheduling,
  'renewal',
  'upgrade',
  'downgrade',
  'cancellation',
  'failed settlement',
]
const whileAway: readonly VerbName[] = [
  ...comingBack,
  'refund',
  'dispute',
  'settlement',
  'failed settlement',
  'upgrade',
]

const whileChanged: readonly VerbName[] = [
  ...declaring,
  'upgrade',
  'merchant upgrade',
  'downgrade',
  'refund',
  'dispute',
  'cancellation',
  'date move',
  'settlement',
  'failed settlement',
]

const whileEnding: readonly VerbName[] = [
  ...requestingEnd,
  'declared cancellation',
  'renewal',
  'retry',
  'recovery',
  'upgrade',
  'downgrade',
  'quantity',
  'cancellation',
  'date move',
  'failed settlement',
]

const whileCredited: readonly VerbName[] = [...spendingCredit, 'refund', 'cancellation', 'failed settlement']

/** The pairs of verbs that are played, in the scenes in which both verbs can do something. */
export const allPairs = (capture: Capture): readonly VerbPair[] => [
  ...pairsOf(meeting, capture),
  ...pairsOf(inTabs, capture),
  ...pairsOf(redeeming, capture),
  ...pairsOf(whileSelling, capture).filter(({ verbs: met }) => met.some((verb) => selling.includes(verb))),
  ...pairsOf(ofOnePurchase, capture, 'tabs').filter(({ verbs: [first, second] }) => first !== second),
  ...pairsOf(whileAway, capture, 'away').filter(({ verbs: met }) => met.some((verb) => comingBack.includes(verb))),
  ...pairsOf(whileCredited, capture, 'credited').filter(({ verbs: met }) =>
    met.some((verb) => spendingCredit.includes(verb)),
  ),
  ...pairsOf(whileChanged, capture, 'changed').filter(({ verbs: met }) => met.some((verb) => declaring.includes(verb))),
  ...pairsOf([...declaring, 'renewal'], capture, 'changed_due').filter(
    ({ verbs: [first, second] }) => (first === 'renewal') !== (second === 'renewal'),
  ),
  ...pairsOf(whileEnding, capture)
    .filter(({ verbs: met }) => met.some((verb) => requestingEnd.includes(verb)))
    .map((pair) => ({ ...pair, scene: sceneOf(pair.verbs.filter((verb) => !declaring.includes(verb))) })),
  ...pairsOf([...requestingEnd, 'reactivation'], capture, 'running').filter(
    ({ verbs: [first, second] }) => first !== second,
  ),
  ...pairsOf([...requestingEnd, ...scheduling], capture, 'scheduled').filter(
    ({ verbs: met }) => met.filter((verb) => requestingEnd.includes(verb)).length === 1,
  ),
  ...pairsOf(whileScheduled, capture, 'scheduled').filter(({ verbs: met }) =>
    met.some((verb) => scheduling.includes(verb)),
  ),
]

const pairsOf = (met: readonly VerbName[], capture: Capture, scene?: SceneName): readonly VerbPair[] =>
  met.flatMap((first) =>
    met
      .filter((second) => !isSameMoney(first, second))
      .map((second) => ({
        scene: scene ?? sceneOf([first, second]),
        capture,
        verbs: [first, second],
      })),
  )

/** Pairs each verb with itself: the verb's client repeats the request. */
export const repetitions = (capture: Capture): readonly VerbPair[] =>
  names.map((verb) => ({ scene: sceneOf([verb]), capture, verbs: [verb, verb], isAskedAgain: true }))

/** Pairs that end with a renewal or settlement, together with a customer whose own work always fails. */
export const pairsBesideTrouble = (): readonly VerbPair[] =>
  allPairs('beside_trouble').filter(
    ({ scene, verbs: [, second] }) => scene === 'due' && (second === 'settlement' || second === 'renewal'),
  )

/** Whether one verb settles the money that the other verb loses. Both cannot happen. */
const isSameMoney = (first: VerbName, second: VerbName): boolean =>
  first !== second && first.endsWith('settlement') && second.endsWith('settlement')

const sceneOf = (met: readonly VerbName[]): SceneName => {
  const isPastDue = met.some((verb) => verb === 'retry' || verb === 'recovery')
  const isDue = met.includes('renewal')
  if (met.some((verb) => spendingCredit.includes(verb))) return 'credited'
  if (met.some((verb) => scheduling.includes(verb))) return 'scheduled'
  if (met.some((verb) => declaring.includes(verb))) return 'changed'
  if (met.includes('return')) return 'away'
  if (met.includes('reactivation')) return 'ended'
  if (met.some((verb) => [...inTabs, ...redeeming].includes(verb))) return 'tabs'
  if (isPastDue) return isDue ? 'both' : 'past_due'
  return isDue ? 'due' : 'running'
}

/** A pair as written on the command line: `renewal+upgrade`. */
export const nameOfPair = ({ verbs: met }: VerbPair): string => met.join('+')
