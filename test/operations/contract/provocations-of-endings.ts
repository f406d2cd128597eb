import type { Provocations, Provoke } from './provocation-types.ts'

const missing =
  (path: string): Provoke =>
  ({ send }) =>
    send('POST', path)

/** Every error code that an operation which ends or recovers a subscription lists as its own, with a request that gets it. */
export const endingProvocations = {
  cancelSubscription: {
    not_found: missing('/subscriptions/cancel/nobody'),
    payment_in_progress: async ({ send, changing }) => send('POST', `/subscriptions/cancel/${(await changing()).id}`),
  },
  scheduleCancellation: {
    not_found: missing('/subscriptions/schedule-cancel/nobody'),
    subscription_not_changeable: async ({ send, cancelled }) =>
      send('POST', `/subscriptions/schedule-cancel/${(await cancelled()).id}`),
    payment_in_progress: async ({ send, changing }) =>
      send('POST', `/subscriptions/schedule-cancel/${(await changing()).id}`),
  },
  createRecoveryLink: {
    not_found: missing('/subscriptions/nobody/recovery-link'),
    subscription_not_changeable: async ({ send, active }) =>
      send('POST', `/subscriptions/${(await active()).id}/recovery-link`),
  },
} satisfies Readonly<Record<string, Provocations>>

/** Previews a change at the end of the period of a subscription whose renewal is tried again. */
export const previewWhileRenewing: Provoke = async ({ service, active, dearer, send }) => {
  const { id } = await active()
  const owe = (owedClaimId: string | null) =>
    service.database.db.updateTable('subscriptions').set({ owedClaimId }).where('id', '=', id).execute()
  await owe('claim_owed')
  const answer = await send('POST', '/subscriptions/preview', {
    subscription: { id, proration_billing_mode: 'at_period_end' },
    plan: { id: dearer.id },
  })
  await owe(null)
  return answer
}
