import type { CancelSubscriptionBody, Subscription } from '@billing-checkout/client'
import { cancellationReasons } from '@billing-checkout/contract/dashboard'
import { html } from 'lit'
import { select, textArea } from '../../parts/field.ts'
import { openConfirmation, openDialog } from '../../parts/form-dialog.ts'
import { openSecretCreationDialog } from '../../parts/open-secret-dialog.ts'
import { readTextField } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

/** Cancels a subscription at the end of its period, or at once. */
export const openCancellationDialog = (
  { client, say, format }: Context,
  { id, current_period_end: end }: Subscription,
  when: 'later' | 'now',
): Promise<boolean> => {
  const idempotencyKey = crypto.randomUUID()
  const isNow = when === 'now'
  const hint = isNow
    ? say('subscription.cancelNowHint')
    : say('subscription.cancelLaterHint', { date: format.day(end) })
  const label = say(isNow ? 'subscription.cancelNow' : 'subscription.cancelLater')
  return openDialog({
    say,
    heading: label,
    closeLabel: say('subscription.keep'),
    isDangerous: true,
    content: () =>
      html`<p>${hint}</p>
        ${select({
          name: 'reason',
          label: say('cancellation.reason'),
          choices: [
            ['', say('cancellation.unknown')],
            ...cancellationReasons.map((reason) => [reason, say(`cancellationReason.${reason}`)] as const),
          ],
        })}
        ${textArea({ name: 'comment', label: say('cancellation.comment'), lengthMax: 500 })}`,
    submit: async (form) => {
      const body = cancellationBody(form)
      if (isNow) await client.cancelSubscription(id, body, { idempotencyKey })
      else await client.scheduleCancellation(id, body, { idempotencyKey })
      toast(say(isNow ? 'subscription.cancelled' : 'subscription.cancelsLater'))
    },
  })
}

const cancellationBody = (form: FormData): CancelSubscriptionBody => {
  const reason = cancellationReasons.find((each) => each === form.get('reason'))
  const comment = readTextField(form, 'comment')
  return { ...(reason && { reason }), ...(comment !== '' && { comment }) }
}

/** Resumes a cancelled subscription, undoes a scheduled cancellation, or removes an end date that the consumer requested. */
export const openResumptionDialog = ({ client, say }: Context, { id, status }: Subscription): Promise<boolean> => {
  const idempotencyKey = crypto.randomUUID()
  const stillRenews = status === 'trial' || status === 'active' || status === 'past_due'
  return openConfirmation({
    say,
    heading: say('subscription.resume'),
    hint: say(stillRenews ? 'subscription.removeEndHint' : 'subscription.resumeHint'),
    act: () => client.updateSubscription({ subscription: { id, status: 'active' } }, { idempotencyKey }),
    done: say(stillRenews ? 'subscription.endRemoved' : 'subscription.resumed'),
  })
}

/** Cancels a plan change that was scheduled for the end of the period. */
export const openScheduledChangeRemovalDialog = (
  { client, say, format }: Context,
  subscription: Subscription,
): Promise<boolean> => {
  const { id, scheduled_change: change } = subscription
  const idempotencyKey = crypto.randomUUID()
  return openConfirmation({
    say,
    heading: say('subscription.unschedule'),
    hint: say('subscription.scheduled', { plan: change?.plan.name ?? '', date: change ? format.day(change.at) : '' }),
    act: () => client.updateSubscription({ subscription: { id, scheduled_change: null } }, { idempotencyKey }),
    done: say('subscription.unscheduled'),
  })
}

/** Creates a link through which the customer pays the subscription's debt, and shows the link once. */
export const openRecoveryLinkDialog = ({ client, say, format }: Context, { id }: Subscription): Promise<boolean> => {
  const idempotencyKey = crypto.randomUUID()
  const heading = say('subscription.recovery')
  return openSecretCreationDialog({
    say,
    heading,
    submitLabel: say('subscription.recoveryCreate'),
    content: () => html`<p>${say('subscription.recoveryHint')}</p>`,
    make: async () => {
      const { url, expires_at: end } = await client.createRecoveryLink(id, { idempotencyKey })
      return { heading, hint: say('subscription.recoveryUntil', { date: format.day(end) }), secret: url }
    },
  })
}
