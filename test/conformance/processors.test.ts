import { accountTypes, deviceWalletTypes, testWalletTokens } from '@billing-checkout/contract'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerConfirmation, findByReference } from '#server/processors/sandbox/confirmations.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { Database } from '#server/store/database.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { goodCard, ownProcessor, refundFails, refundsLater } from '../../examples/own-processor/src/own-processor.ts'
import { describeProcessor } from './processor-conformance.ts'

const devices = deviceWalletTypes.map((type) => {
  const ofType = testWalletTokens.filter((published) => published.type === type)
  return {
    type,
    approves: ofType.find(({ declines }) => declines === undefined)!.token,
    declines: ofType.find(({ declines }) => declines !== undefined)!.token,
  }
})

describeEachDatabase('over a database', (open) => {
  let database: Database
  const approve = async (reference: string) =>
    answerConfirmation(database, (await findByReference(database, reference))!, 'passed')
  describeProcessor(
    'the sandbox processor',
    {
      approves: '4242424242424242',
      declines: '4000000000000002',
      holds: '4000000000007775',
      refundsLater: '4000000000007726',
      refundFails: '4000000000005126',
      challenges: '4000000000003220',
      wallets: { devices, accounts: accountTypes, approve },
    },
    async () => {
      database = (await open()).db
      return sandboxProcessor({ database })
    },
  )
})

describeProcessor(
  'the processor of the example',
  {
    approves: goodCard,
    declines: '4000000000000002',
    holds: goodCard,
    refundsLater,
    refundFails,
    challenges: null,
    wallets: null,
  },
  async () => ownProcessor(),
)

test('the processor of the example has under 130 lines', () => {
  const source = readFileSync(new URL('../../examples/own-processor/src/own-processor.ts', import.meta.url), 'utf8')

  expect(source.trimEnd().split('\n').length).toBeLessThan(130)
})
