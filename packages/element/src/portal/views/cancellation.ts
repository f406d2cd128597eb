import { html } from 'lit'
import type { Rendering } from '../../views/view.ts'
import type { PortalSubscription } from '../state/portal-state.ts'
import { renderAction, renderTaskTitle } from './controls.ts'
import type { PortalView } from './portal-view.ts'

/** Asks once whether to cancel, and says what follows: no other offer stands before the button. */
export const renderCancellation = (
  { id, plan, status, period_end: date }: PortalSubscription,
  { texts, state, on }: PortalView,
): Rendering => {
  const isBusy = state.busy !== null
  return html`<div class="task" part="task">
    ${renderTaskTitle(texts.say('cancel.question', { plan: plan.name }), 4)}
    <p>${texts.say(status === 'past_due' ? 'cancel.at_once' : 'cancel.consequence', { date })}</p>
    <div class="actions">
      ${renderAction({ id: 'confirm', label: texts.say('cancel.action'), kind: 'main', onClick: () => on.cancel(id) }, isBusy)}
      ${renderAction({ id: 'keep', label: texts.say('cancel.keep'), onClick: () => on.open(null) }, isBusy)}
    </div>
  </div>`
}
