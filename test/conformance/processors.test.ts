import { accountTypes, deviceWalletTypes, testWalletTokens } from '@billing-checkout/contract'
import { answerConfirmation, findConfirmationByReference } from '#server/processors/sandbox/confirmations.ts'
import { tokenOfTestCard } from '#server/processors/sandbox/charges/stored-cards.ts'
import { signNotification } from '#server/processors/sandbox/notifications.ts'
import { refundElsewhere } from '#server/processors/sandbox/ledger/refund-elsewhere.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { Database } from '#server/store/database.ts'
import { describeEachDatabase } from '../support/databases/databases.ts'
import { describeProcessor } from '#server/processors/conformance/describe-processor.ts'

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
    answerConfirmation(database, (await findConfirmationByReference(database, reference))!, 'passed')
  describeProcessor(
    'the sandbox processor',
    {
      approves: '4242424242424242',
      declines: '4000000000000002',
      holds: '4000000000007775',
      refundsLater: '4000000000007726',
      refundFails: '4000000000005126',
      disputed: { lost: '4000000000000259', won: '4000000000002685', inquiry: '4000000000001976' },
      refundElsewhere: (sum) => refundElsewhere(database, sum),
      notify: ({ id, about, at, signedWith }) => {
        const rawBody = JSON.stringify({ id, about: about === null ? [] : [about] })
        return { rawBody, headers: signNotification(rawBody, signedWith, at) }
      },
      tokenize: (number) => tokenOfTestCard(number, crypto.randomUUID()),
      challenges: '4000000000003220',
      wallets: { devices, accounts: accountTypes, approve },
    },
    async () => {
      database = (await open()).db
      const notificationSecrets = ['its secret', 'its former secret'].map((secret) => ({ secret, goodUntil: null }))
      return sandboxProcessor({ database, notificationSecrets })
    },
  )
})
