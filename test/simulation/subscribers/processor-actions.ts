import { importProcessorNews } from '#server/billing/disputes/import-processor-news.ts'
import { behaviorOf, findTestCard } from '#server/processors/sandbox/charges/stored-cards.ts'
import { refundElsewhere } from '#server/processors/sandbox/ledger/refund-elsewhere.ts'
import { drawnLife } from '../client.ts'
import { ignoreCrash } from '../life.ts'
import { roundUpToStep } from './naive-amounts.ts'
import type { Action } from './scene.ts'

/** The merchant refunds in the processor's dashboard. Servers learn about it from the processor's news. */
export const refundAtProcessor: Action = async ({ world, written, note }) => {
  const paid = written.payments.filter(({ status, amount }) => status.startsWith('SETTL') && amount > 0).slice(-3)
  if (paid.length === 0) return
  const { transaction, amount, currency } = world.chance.pick(paid)
  if (transaction === null) return
  const part = world.chance.happens(0.4) ? amount : roundUpToStep(1 + world.chance.below(amount), currency)
  const at = new Date(world.clock.billingNow()).toISOString()
  await refundElsewhere(world.billing.database, { transactionId: transaction, amount: part, currency, at })
  const billing = world.serve(drawnLife(world, 0.25), 0, () => note({ kind: 'other' }))
  await importProcessorNews(billing, true).catch(ignoreCrash)
}

/** For a while, the processor gives no outcome of charges; weeks may pass. */
export const fallSilent: Action = async (scene) => {
  scene.silence.isSilent = true
}

/** Changes how a bank answers charges of the stored cards: it approves, declines for now or for good, or the money gets lost. */
export const changeBankAnswers: Action = async ({ world }) => {
  const number = world.chance.pick([
    '4242424242424242',
    '4242424242424242',
    '4000000000000341',
    '4000000000009995',
    '4000000000000176',
    '4000000000006660',
    '4000000000007775',
  ])
  await world.billing.database
    .updateTable('sandboxProcessor.methods')
    .set({ behavior: behaviorOf(findTestCard(number)!) })
    .execute()
}
