import { html } from 'lit'
import type { Rendering } from '../../views/view.ts'
import type { PortalSubscription } from '../state/portal-state.ts'
import { renderAction, renderTaskTitle } from './controls.ts'
import type { PortalView } from './portal-view.ts'

/** Asks once whether to cancel, and says what follows. A reason may be given and need not be; no other offer stands before the button. */
export const renderCancellation = (
  { id, plan, status, period_end: date }: PortalSubscription,
  { texts, state, on }: PortalView,
): Rendering => {
  const isBusy = state.busy !== null
  return html`<form class="task" part="task" novalidate @submit=${(event: SubmitEvent) => on.cancel(id, event)}>
    ${renderTaskTitle(texts.say('cancel.question', { plan: plan.name }), 4)}
    <p>${texts.say(status === 'past_due' ? 'cancel.at_once' : 'cancel.consequence', { date })}</p>
    <div class="fields">
      <div class="place reason" part="field">
        <label for="field-reason">${texts.say('cancel.reason')}</label>
        <input id="field-reason" name="reason" type="text" part="control" autocomplete="off" maxlength="500" />
      </div>
    </div>
    <div class="actions">
      ${renderAction({ id: 'confirm', label: texts.say('cancel.action'), kind: 'main' }, isBusy)}
      ${renderAction({ id: 'keep', label: texts.say('cancel.keep'), onClick: () => on.open(null) }, isBusy)}
    </div>
  </form>`
}
