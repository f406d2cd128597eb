import { type Operation, operations } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { aSubscription } from '../../../testing/emails/sample-sale.ts'
import { redactFor } from './redact-for.ts'

/** The member by which `redactFor` recognizes an operation's answer, or why the answer needs no redaction. */
const safeForWidgets: Readonly<Record<string, string>> = {
  createPayment: 'payment_status',
  findPayment: 'payment_status',
  updateSubscription: 'current_period_end',
  updateCheckout: 'made for the widget by `readCheckout`',
}

test('every answer that a client token can get is recognised, so that none is sent unredacted', () => {
  const forWidgets = (Object.values(operations) as Operation[]).filter(({ callers }) => callers.includes('widget'))

  expect(forWidgets.map(({ name }) => name).toSorted()).toEqual(Object.keys(safeForWidgets).toSorted())
  const unrecognised = forWidgets.filter(({ name, answer }) => {
    const mark = safeForWidgets[name]!
    return (
      /^[a-z_]+$/.test(mark) &&
      !JSON.stringify(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' })).includes(`"${mark}"`)
    )
  })
  expect(unrecognised.map(({ name }) => name)).toEqual([])
})

test('a client token sees that a subscription was cancelled, and not what its customer wrote', () => {
  const subscription = aSubscription()
  const cancellation = {
    reason: 'other',
    comment: 'Mina is moving.',
    source: 'portal',
    received_at: subscription.created_at,
  } as const
  const shown = redactFor({ kind: 'widget' }, { ...subscription, cancellation })

  expect(shown.cancellation).toEqual({ ...cancellation, comment: null })
})
