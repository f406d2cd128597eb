import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { actingAs, currentActor, withoutRequest } from '../../store/acting.ts'
import { notifyWriteListeners } from '../../store/writes/after-writes.ts'
import type { Database } from '../../store/database.ts'
import { wakeSenderAfterCommits } from './wake-sender-after-commits.ts'

test('a delivery that a commit causes is not attributed to the committing user', async () => {
  const database = {} as Database
  const begun = Promise.withResolvers<string>()
  const sender = { begin: async () => begun.resolve(currentActor().who) }
  onTestFinished(wakeSenderAfterCommits({ database, logger: pino({ enabled: false }) }, sender))

  actingAs({ who: 'key_of_a_merchant', what: 'createCustomer', ...withoutRequest }, () =>
    notifyWriteListeners(database),
  )

  expect(await begun.promise).toBe('system')
})
