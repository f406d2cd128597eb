import type { Consent, Dispute, Email, FindEventsAnswer, List, Payment } from '@billing-checkout/client'
import { BillingError } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../../parts/button.ts'
import { disputeChip, paymentChip, refundChip } from '../../parts/chip.ts'
import { copyCurlButton, idWithCopyButton } from '../../parts/copy.ts'
import { descriptionList, section } from '../../parts/description-list.ts'
import { isAllowed, screenPath } from '../../shell/context.ts'
import { methodText } from '../../words/format.ts'
import { emailTable } from '../email-table.ts'
import { ObjectScreen } from '../object-screen.ts'
import { timeline, timelineMax } from '../timeline.ts'
import { openRefundDialog, refundableAmount } from './open-refund-dialog.ts'
import { quoteLinesTable } from './quote-lines-table.ts'

/** A payment, with the events, emails, disputes and consent that the screen shows. */
interface Shown {
  readonly payment: Payment
  readonly events: FindEventsAnswer
  readonly emails: List<Email>
  readonly disputes: List<Dispute>
  readonly consent: Consent | null
}

/** One payment: the calculation of its amount, its history, refunds, disputes and emails. */
export class PaymentScreen extends ObjectScreen<Shown> {
  protected async load(id: string, signal: AbortSignal): Promise<Shown> {
    const { client } = this.context
    const options = { signal }
    const [payment, events, emails, disputes, consent] = await Promise.all([
      client.findPayment(id, options),
      client.findEvents({ object: id, limit: timelineMax }, options),
      client.findEmails({ payment_id: id, limit: 100 }, options),
      client.findDisputes({ payment_id: id, limit: 100 }, options),
      client.findPaymentConsent(id, options).catch((error: unknown) => {
        if (error instanceof BillingError && error.code === 'not_found') return null
        throw error
      }),
    ])
    return { payment, events, emails, disputes, consent }
  }

  protected draw({ payment, events, emails, disputes, consent }: Shown): TemplateResult {
    const { say, format } = this.context
    const money = (amount: number): string => format.money(amount, payment.currency_code)
    const canRefund = refundableAmount(payment) > 0 && isAllowed(this.context, 'refundPayment')
    return html`<header class="heading">
        <div>
          <h1>${money(payment.amount)}</h1>
          ${paymentChip(payment.payment_status, say)}
        </div>
        <div class="buttons">
          ${
            canRefund
              ? button(
                  say('refund.action'),
                  () => this.shown.reloadAfter(() => openRefundDialog(this.context, payment)),
                  'primary',
                )
              : nothing
          }
          ${copyCurlButton(say, { method: 'GET', path: `/payments/${payment.id}` })}
        </div>
      </header>
      ${this.#decline(payment)}
      <div class="columns">
        <div>
          ${section(say('payment.lines'), quoteLinesTable(this.context, payment, consent))}
          ${section(say('payment.timeline'), timeline(this.context, payment.id, events))}
          ${section(say('payment.refunds'), this.#refunds(payment))}
          ${disputes.data.length === 0 ? nothing : section(say('payment.disputes'), this.#disputes(disputes.data))}
          ${section(say('payment.emails'), emailTable(this.context, emails.data, { ifNone: say('payment.emailsNone'), shown: this.shown }))}
        </div>
        <aside>${this.#facts(payment)}</aside>
      </div>`
  }

  #facts(payment: Payment): TemplateResult {
    const { say, format } = this.context
    const { customer, subscription, three_d_secure: secure, processor } = payment
    return descriptionList([
      [say('fact.id'), idWithCopyButton(say, payment.id)],
      [say('fact.created'), format.instant(payment.created_at)],
      [
        say('fact.customer'),
        html`<a href=${screenPath(this.context, 'customers', customer.id)}
          >${customer.full_name ?? customer.email ?? customer.id}</a
        >`,
      ],
      [say('fact.email'), customer.email],
      [
        say('fact.subscription'),
        subscription &&
          html`<a href=${screenPath(this.context, 'subscriptions', subscription.id)}>${subscription.plan.name}</a>`,
      ],
      [say('fact.method'), methodText(payment.payment_method)],
      [say('fact.kind'), say(payment.payment_type === 'CIT' ? 'payment.cit' : 'payment.mit')],
      [say('fact.threeDSecure'), secure && say(`threeDSecure.${secure.status}`)],
      [say('fact.statement'), payment.statement_descriptor],
      [say('fact.processor'), processor?.description ?? processor?.type ?? null],
    ])
  }

  #decline({ status_reason: why }: Payment): unknown {
    const { say } = this.context
    const { decline_code: code, advice_code: advice } = why?.status_reason ?? {}
    if (!code) return nothing
    return html`<div class="notice bad">
      <h2>${say('payment.declined')}</h2>
      <p>${say(`decline.${code}`)} ${advice ? say(`advice.${advice}`) : nothing}</p>
    </div>`
  }

  #refunds({ refunds, currency_code: currency }: Payment): TemplateResult {
    const { say, format } = this.context
    if (refunds.length === 0) return html`<p class="quiet">${say('payment.refundsNone')}</p>`
    return html`<ul class="rows">
      ${refunds.map(
        (refund) =>
          html`<li>
            <span>${refundChip(refund.status, say)} <bdi>${refund.reason ?? ''}</bdi></span>
            <span class="quiet">${format.instant(refund.created_at)}</span>
            <span class="number strong">${format.money(refund.amount, currency)}</span>
          </li>`,
      )}
    </ul>`
  }

  #disputes(disputes: readonly Dispute[]): TemplateResult {
    const { say, format } = this.context
    return html`<ul class="rows">
      ${disputes.map(
        ({ status, reason, amount, currency, evidence_due_at: due }) =>
          html`<li>
            <span>${disputeChip(status, say)} ${say(`disputeReason.${reason}`)}</span>
            <span class="quiet">${due ? say('payment.evidenceDue', { date: format.instant(due) }) : nothing}</span>
            <span class="number strong">${format.money(amount, currency)}</span>
          </li>`,
      )}
    </ul>`
  }
}
