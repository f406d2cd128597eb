import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropDatabase } from '../../support/databases/database-on-server.ts'
import { templatesOf } from '../../support/databases/databases.ts'
import { allPairs, pairsBesideTrouble, nameOfPair, repetitions } from './pairs.ts'
import type { VerbPair } from './play-meeting.ts'
import { openMeetingDatabases, type MeetingDatabases } from './run-meetings.ts'
import { type PreparedScenes, prepareTemplate } from './meeting-database.ts'

// `npm run simulate -- --meetings` and `npm run drill` play all pairs.
const chosen = [
  'recovery+retry',
  'upgrade+upgrade',
  'renewal+upgrade',
  'upgrade+failed settlement',
  'refund+return',
  'approval+approval',
  'refund+dispute',
  'credited upgrade+credited charge',
  'schedule+renewal',
  'schedule+cancellation',
  'undo+renewal',
  'seats+quantity',
  'free start+free start',
  'renewal+withdrawal',
  'refund+withdrawal',
  'upgrade+declared cancellation',
  'discounted purchase+discounted purchase',
]

let prepared: PreparedScenes
let tables: MeetingDatabases
beforeAll(async () => {
  const { server, migrated } = await templatesOf('postgresql')
  prepared = await prepareTemplate(server, migrated)
  tables = await openMeetingDatabases(prepared, 4)
})
afterAll(async () => {
  await tables.close()
  await dropDatabase(prepared.server, prepared.template)
}, 60_000)

const pairs = allPairs('at_once').filter((pair) => chosen.includes(nameOfPair(pair)))

test('two requests at the same time leave a subscription as they would one after the other', async () => {
  expect(namesOf(pairs)).toEqual(chosen.toSorted())

  const { played, failed } = await tables.playEveryPause(pairs)

  expect(failed).toEqual([])
  expect(played).toBeGreaterThan(100)
  // There are hundreds of meetings, and the machine may be busy.
}, 600_000)

test('a request that a failover has lost is repeated, and neither charged nor refunded twice', async () => {
  const lost = repetitions('at_once').filter(({ verbs: [verb] }) => verb === 'recovery' || verb === 'refund')
  expect(namesOf(lost)).toEqual(['recovery+recovery', 'refund+refund'])

  const { played, failed } = await tables.playEveryEnd(lost, 'lost')

  expect(failed).toEqual([])
  expect(played).toBeGreaterThan(0)
})

test('a request that is repeated with its key after its server was killed at any point is made once', async () => {
  const asked = repetitions('at_once').filter(({ verbs: [verb] }) => verb === 'reactivation')
  expect(namesOf(asked)).toEqual(['reactivation+reactivation'])

  const { played, failed } = await tables.playEveryEnd(asked, 'killed')

  expect(failed).toEqual([])
  expect(played).toBeGreaterThan(0)
})

test('a rejected settlement and a row that cannot be leased delay no other customer', async () => {
  const beside = pairsBesideTrouble().filter((pair) => nameOfPair(pair) === 'renewal+settlement')
  expect(namesOf(beside)).toEqual(['renewal+settlement'])

  const { played, failed } = await tables.playEveryPause(beside)

  expect(failed).toEqual([])
  expect(played).toBeGreaterThan(0)
})

const namesOf = (played: readonly VerbPair[]): readonly string[] => played.map(nameOfPair).toSorted()
