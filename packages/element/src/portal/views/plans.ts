import { html } from 'lit'
import type { Rendering } from '../../drawing/view.ts'
import type { PortalSubscription } from '../state/portal-state.ts'
import { renderButton, renderTaskTitle } from './controls.ts'
import type { PortalViewInput } from './portal-view.ts'
import { renderPrice } from './price.ts'

/**
 * The plans that a subscription can change to. If the customer chooses one, a checkout opens, which states what is due now and later and
 * asks for confirmation.
 */
export const renderPlans = (
  { id, alternatives }: PortalSubscription,
  { texts, state, on }: PortalViewInput,
): Rendering => {
  const isBusy = state.busy !== null
  return html`<div class="task" part="task">
    ${renderTaskTitle(texts.say('plans.choose'), 4)}
    <ul class="plans" role="list">
      ${alternatives.map(
        (plan) =>
          html`<li class="choice" part="plan-choice">
            <p id="choice-${plan.id}">
              <bdi class="choice-name">${plan.name}</bdi>
              <span class="muted">${renderPrice(plan, texts)}</span>
            </p>
            ${renderButton(
              {
                id: `choose-${plan.id}`,
                label: texts.say('button.change_free'),
                about: `choice-${plan.id}`,
                onClick: () => on.checkout('change_plan', id, { id: plan.id }),
              },
              isBusy,
            )}
          </li>`,
      )}
    </ul>
    <div class="actions">
      ${renderButton({ id: 'back', label: texts.say('portal.back'), onClick: () => on.open(null) }, isBusy)}
    </div>
  </div>`
}
