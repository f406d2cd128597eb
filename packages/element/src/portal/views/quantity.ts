import { html } from 'lit'
import type { Rendering } from '../../drawing/view.ts'
import type { PortalSubscription } from '../state/portal-state.ts'
import { renderButton, renderTaskTitle } from './controls.ts'
import type { PortalViewInput } from './portal-view.ts'

/**
 * The form for a subscription's quantity. The browser rejects quantities that are not sold (below `min` or above `max`). After the form is
 * sent, a checkout states what is due now and later, and asks for confirmation.
 */
export const renderQuantity = (
  subscription: PortalSubscription,
  { quantity, min, max }: NonNullable<PortalSubscription['quantities']>,
  { texts, state, on }: PortalViewInput,
): Rendering => {
  const isBusy = state.busy !== null
  return html`<form class="task" part="task" @submit=${(event: SubmitEvent) => on.changeQuantity(event, subscription)}>
    ${renderTaskTitle(texts.say('quantity.change'), 4)}
    <div class="fields">
      <div class="place quantity" part="field">
        <input
          id="field-quantity"
          name="quantity"
          type="number"
          part="control"
          inputmode="numeric"
          dir="ltr"
          required
          min=${min}
          max=${max}
          aria-labelledby="task"
          .value=${String(quantity)}
        />
      </div>
    </div>
    <div class="actions">
      ${renderButton({ id: 'confirm', label: texts.say('quantity.change'), kind: 'main' }, isBusy)}
      ${renderButton({ id: 'back', label: texts.say('portal.back'), onClick: () => on.open(null) }, isBusy)}
    </div>
  </form>`
}
