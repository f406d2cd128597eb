import type { CancellationReason } from '@billing-checkout/contract'
import { html } from 'lit'
import type { Rendering } from '../../drawing/view.ts'
import type { PortalSubscription } from '../state/portal-state.ts'
import { renderButton, renderTaskTitle } from './controls.ts'
import type { PortalViewInput } from './portal-view.ts'

/** The reasons that the customer can choose from; a merchant can record more. */
const reasons = [
  'too_expensive',
  'unused',
  'missing_features',
  'switched_service',
  'low_quality',
  'other',
] as const satisfies readonly CancellationReason[]

/** Asks once whether to cancel, and states the consequences. A reason is optional, and the button cancels without a further step. */
export const renderCancellation = (
  { id, plan, status, period_end: date }: PortalSubscription,
  { texts, state, on }: PortalViewInput,
): Rendering => {
  const isBusy = state.busy !== null
  return html`<form class="task" part="task" novalidate @submit=${(event: SubmitEvent) => on.cancel(id, event)}>
    ${renderTaskTitle(texts.say('cancel.question', { plan: plan.name }), 4)}
    <p>${texts.say(status === 'past_due' ? 'cancel.at_once' : 'cancel.consequence', { date })}</p>
    <div class="actions">
      ${renderButton({ id: 'confirm', label: texts.say('cancel.action'), kind: 'main' }, isBusy)}
      ${renderButton({ id: 'keep', label: texts.say('cancel.keep'), onClick: () => on.open(null) }, isBusy)}
    </div>
    <div class="fields">
      <div class="place reason" part="field">
        <label for="field-reason">${texts.say('cancel.reason')}</label>
        <select id="field-reason" name="reason" part="control">
          <option value="">${texts.say('address.choose')}</option>
          ${reasons.map((reason) => html`<option value=${reason}>${texts.say(`cancel.${reason}`)}</option>`)}
        </select>
      </div>
      <div class="place reason" part="field">
        <label for="field-comment">${texts.say('cancel.comment')}</label>
        <input id="field-comment" name="comment" type="text" part="control" autocomplete="off" maxlength="500" />
      </div>
    </div>
  </form>`
}
