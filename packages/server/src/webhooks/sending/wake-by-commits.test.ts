import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { actingAs, currentActor, fromNowhere } from '../../store/acting.ts'
import { tellOfWrite } from '../../store/writes/after-writes.ts'
import type { Database } from '../../store/database.ts'
import { wakeByCommits } from './wake-by-commits.ts'

test('what is sent because of a commit is not done in the name of whoever committed', async () => {
  const database = {} as Database
  const begun = Promise.withResolvers<string>()
  const sender = { begin: async () => begun.resolve(currentActor().who) }
  onTestFinished(wakeByCommits({ database, logger: pino({ enabled: false }) }, sender))

  actingAs({ who: 'key_of_a_merchant', what: 'createCustomer', ...fromNowhere }, () => tellOfWrite(database))

  expect(await begun.promise).toBe('system')
})
