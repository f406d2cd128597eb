import type { SavedMethod } from '@billing-checkout/contract'
import { html, nothing } from 'lit'
import { renderBrandMark } from '../../card-frame/brands/brand-marks.ts'
import { renderSavedName } from '../../methods/method-list.ts'
import { cardBrandOf } from '../../methods/method-words.ts'
import type { Rendering } from '../../drawing/view.ts'
import { renderButton, renderNoticeAt, renderSection, renderTaskTitle } from './controls.ts'
import { isRenewing, takesMethodWithoutCharge } from '../state/portal-state.ts'
import { isFeatureOffered, type PortalViewInput } from './portal-view.ts'

/** The customer's stored payment methods. */
export const renderMethods = (view: PortalViewInput): Rendering => {
  const { portal, texts, state, on } = view
  const subscription = portal.subscriptions.find(takesMethodWithoutCharge)
  return renderSection(
    'methods',
    texts.say('portal.methods'),
    html`${renderNoticeAt('methods', view)}
    ${
      portal.payment_methods.length === 0
        ? html`<p class="empty" part="empty">${texts.say('methods.none')}</p>`
        : html`<ul class="items" role="list">
            ${portal.payment_methods.map((method) => html`<li class="item">${renderStored(method, view)}</li>`)}
          </ul>`
    }
    ${
      isFeatureOffered(view, 'payment_methods') && subscription
        ? html`<div class="actions">
            ${renderButton(
              {
                id: 'add-method',
                label: texts.say('methods.add'),
                onClick: () => on.checkout('update_method', subscription.id),
              },
              state.busy !== null,
            )}
          </div>`
        : nothing
    }`,
  )
}

/** A method with its logo, its last digits and its expiry. */
export const renderMethod = (
  method: SavedMethod,
  { texts }: Pick<PortalViewInput, 'texts'>,
  { id, note = '' }: { readonly id?: string; readonly note?: string } = {},
): Rendering =>
  html`<p class="method" part="method" id=${id ?? nothing}>
    <span class="mark">${renderBrandMark(cardBrandOf(method))}</span>
    <span class="method-name">${renderSavedName(method, texts)}</span>
    <span class="muted">${[note, expiryOf(method, texts)].filter(Boolean).join(' · ')}</span>
  </p>`

const expiryOf = ({ exp_month: month, exp_year: year }: SavedMethod, texts: PortalViewInput['texts']): string =>
  month === null || year === null
    ? ''
    : texts.say('method.expires', { date: `${String(month).padStart(2, '0')}/${String(year).slice(-2)}` })

const renderStored = (method: SavedMethod, view: PortalViewInput): Rendering => {
  const { texts, state, on } = view
  const { id } = method
  const isBusy = state.busy !== null
  const renewing = view.portal.subscriptions.filter(isRenewing)
  const isCurrent = renewing.length > 0 && renewing.every((subscription) => subscription.method?.id === id)
  const canBeChosen = view.portal.subscriptions.some(
    (subscription) => takesMethodWithoutCharge(subscription) && subscription.method?.id !== id,
  )
  const name = renderMethod(method, view, { id: `method-${id}`, note: isCurrent ? texts.say('method.current') : '' })
  if (!isFeatureOffered(view, 'payment_methods')) return name
  if (state.task?.kind === 'remove' && state.task.id === id)
    return html`${name}
      <div class="task" part="task">
        ${renderTaskTitle(texts.say('methods.question'), 3)}
        <p>${texts.say('methods.consequence')}</p>
        <div class="actions">
          ${renderButton({ id: 'confirm', label: texts.say('methods.remove'), kind: 'main', about: `method-${id}`, onClick: () => on.remove(id) }, isBusy)}
          ${renderButton({ id: 'back', label: texts.say('portal.back'), onClick: () => on.open(null) }, isBusy)}
        </div>
      </div>`
  return html`${name}
    <div class="actions">
      ${
        canBeChosen
          ? renderButton(
              {
                id: `choose-${id}`,
                label: texts.say('methods.choose'),
                about: `method-${id}`,
                onClick: () => on.choose(id),
              },
              isBusy,
            )
          : nothing
      }
      ${renderButton(
        {
          id: `remove-${id}`,
          label: texts.say('methods.remove'),
          about: `method-${id}`,
          onClick: () => on.open({ kind: 'remove', id }),
        },
        isBusy,
      )}
    </div>`
}
