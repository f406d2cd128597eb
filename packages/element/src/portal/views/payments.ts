import { html, nothing } from 'lit'
import type { Rendering } from '../../drawing/view.ts'
import type { PortalPayment } from '../state/portal-state.ts'
import { renderSection } from './controls.ts'
import { renderLines, renderTaxIds } from './lines.ts'
import { renderMethod } from './methods.ts'
import type { PortalViewInput } from './portal-view.ts'

/** The latest payments, each with its receipt. */
export const renderPayments = (view: PortalViewInput): Rendering => {
  const { portal, texts } = view
  return renderSection(
    'payments',
    texts.say('portal.payments'),
    portal.payments.length === 0
      ? html`<p class="empty" part="empty">${texts.say('payments.none')}</p>`
      : html`<ul class="items" role="list">
          ${portal.payments.map((payment) => html`<li class="item" part="payment">${renderPayment(payment, view)}</li>`)}
        </ul>`,
  )
}

const renderPayment = (payment: PortalPayment, view: PortalViewInput): Rendering => {
  const { texts } = view
  const { id, date, plan_name: plan, formatted_amount: amount, formatted_refunded: refunded, method } = payment
  return html`<div class="item-head" id="payment-${id}">
      <p>
        <bdi class="choice-name" translate="no">${date}</bdi>
        <span class="muted"><bdi>${plan}</bdi> · ${statusOf(payment, texts)}</span>
      </p>
      <bdi class="much" translate="no">${amount}</bdi>
    </div>
    <details class="receipt-box" part="receipt">
      <summary aria-describedby="payment-${id}">${texts.say('payments.receipt')}</summary>
      ${renderLines(payment.lines, texts)}
      ${refunded === null ? nothing : html`<p class="muted">${texts.say('payment.refunded', { amount: refunded })}</p>`}
      ${method ? renderMethod(method, view) : nothing} ${renderTaxIds(view.portal.customer.tax_ids, view)}
      <p class="receipt-number" part="receipt-number" translate="no">${id}</p>
    </details>`
}

const statusOf = ({ status }: PortalPayment, texts: PortalViewInput['texts']): string =>
  texts.say(status === 'PENDING' ? 'payment.pending' : 'payment.paid')
