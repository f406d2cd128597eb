import type { Consent, Customer, Email, List, Payment } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../../parts/button.ts'
import { chip, subscriptionChip } from '../../parts/chip.ts'
import { copyCurlButton, idWithCopyButton } from '../../parts/copy.ts'
import { descriptionList, section } from '../../parts/description-list.ts'
import { table } from '../../parts/table.ts'
import { isAllowed, screenPath } from '../../shell/context.ts'
import { addressText, methodText } from '../../words/format.ts'
import { emailTable } from '../email-table.ts'
import { ObjectScreen } from '../object-screen.ts'
import { paymentColumns } from '../payments/payment-columns.ts'
import { rowButton } from '../row-button.ts'
import { openDetachmentDialog, openErasureDialog } from './customer-dialogs.ts'

/** A customer, with the lists that the screen shows. */
interface Shown {
  readonly customer: Customer
  readonly payments: List<Payment>
  readonly emails: List<Email>
  readonly consents: List<Consent>
}

/** One customer: subscriptions, payments, payment methods, emails and consents. */
export class CustomerScreen extends ObjectScreen<Shown> {
  protected async load(id: string, signal: AbortSignal): Promise<Shown> {
    const { client } = this.context
    const options = { signal }
    const ofCustomer = { customer_id: id, limit: 10 }
    const [customer, payments, emails, consents] = await Promise.all([
      client.findCustomer(id, options),
      client.findPayments(ofCustomer, options),
      client.findEmails(ofCustomer, options),
      client.findConsents(ofCustomer, options),
    ])
    return { customer, payments, emails, consents }
  }

  protected draw({ customer, payments, emails, consents }: Shown): TemplateResult {
    const { say } = this.context
    const { full_name: name, email, erased_at: erased } = customer
    return html`<header class="heading">
        <div>
          <h1><bdi>${name ?? email ?? say('customer.unnamed')}</bdi></h1>
          ${erased ? chip('quiet', say('customer.erased')) : nothing}
        </div>
        <div class="buttons">
          ${
            erased || !isAllowed(this.context, 'eraseCustomer')
              ? nothing
              : button(
                  say('customer.erase'),
                  () => this.shown.reloadAfter(() => openErasureDialog(this.context, customer)),
                  'danger',
                )
          }
          ${copyCurlButton(say, { method: 'GET', path: `/customers/${customer.id}` })}
        </div>
      </header>
      <div class="columns">
        <div>
          ${section(say('nav.subscriptions'), this.#subscriptions(customer))}
          ${section(say('nav.payments'), this.#payments(customer, payments))}
          ${section(say('customer.methods'), this.#methods(customer))}
          ${section(say('payment.emails'), emailTable(this.context, emails.data, { ifNone: say('customer.emailsNone'), shown: this.shown }))}
          ${section(say('customer.consents'), this.#consents(consents.data))}
        </div>
        <aside>${this.#facts(customer)}</aside>
      </div>`
  }

  #facts(customer: Customer): TemplateResult {
    const { say, format } = this.context
    const { balances, tax_ids: taxIds } = customer
    return descriptionList([
      [say('fact.id'), idWithCopyButton(say, customer.id)],
      [say('fact.externalId'), customer.external_id],
      [say('fact.email'), customer.email],
      [say('fact.phone'), customer.phone],
      [say('fact.address'), addressText(customer.address)],
      [say('fact.language'), customer.locale],
      [say('fact.taxIds'), taxIds.map(({ value }) => value).join(', ')],
      [say('fact.credit'), balances.map(({ amount, currency }) => format.money(amount, currency)).join(', ')],
      [say('fact.created'), format.instant(customer.created_at)],
    ])
  }

  #subscriptions({ subscriptions }: Customer): TemplateResult {
    const { say, format } = this.context
    if (subscriptions.length === 0) return html`<p class="quiet">${say('customer.subscriptionsNone')}</p>`
    return table({
      label: say('nav.subscriptions'),
      rows: subscriptions,
      keyOf: ({ id }) => id,
      pathOf: ({ id }) => screenPath(this.context, 'subscriptions', id),
      columns: [
        { label: say('fact.plan'), cell: ({ plan }) => html`<bdi>${plan.name}</bdi>` },
        { label: say('fact.status'), cell: ({ status }) => subscriptionChip(status, say) },
        {
          label: say('fact.next'),
          isWideOnly: true,
          cell: ({ next_billing_date: next }) => (next ? format.day(next) : '–'),
        },
      ],
    })
  }

  #payments({ id }: Customer, { data, meta }: List<Payment>): TemplateResult {
    const { say, format } = this.context
    if (data.length === 0) return html`<p class="quiet">${say('customer.paymentsNone')}</p>`
    const all = screenPath(this.context, 'payments', null, { customer_id: id })
    return html`${table({
      label: say('nav.payments'),
      rows: data,
      keyOf: (payment) => payment.id,
      pathOf: (payment) => screenPath(this.context, 'payments', payment.id),
      columns: paymentColumns(this.context, { without: ['customer'] }),
    })}
    ${meta.pages > 1 ? html`<a href=${all}>${say('list.all')} (${format.count(meta.total)})</a>` : nothing}`
  }

  #methods({ payment_methods: methods }: Customer): TemplateResult {
    const { say } = this.context
    if (methods.length === 0) return html`<p class="quiet">${say('customer.methodsNone')}</p>`
    const detach = (method: Customer['payment_methods'][number]) =>
      rowButton(say('method.detach'), methodText(method), () =>
        this.shown.reloadAfter(() => openDetachmentDialog(this.context, method)),
      )
    return html`<ul class="rows">
      ${methods.map(
        (method) =>
          html`<li>
            <span>${methodText(method)}</span>
            <span class="quiet"
              >${
                'exp_month' in method.details
                  ? html`${say('fact.expires')}
                    ${String(method.details.exp_month).padStart(2, '0')}/${method.details.exp_year}`
                  : nothing
              }</span
            >
            ${isAllowed(this.context, 'detachPaymentMethod') ? detach(method) : nothing}
          </li>`,
      )}
    </ul>`
  }

  #consents(consents: readonly Consent[]): TemplateResult {
    const { say, format } = this.context
    if (consents.length === 0) return html`<p class="quiet">${say('customer.consentsNone')}</p>`
    return html`<ul class="rows">
      ${consents.map(
        ({ agreed_at: at, text, due_now: due, payment_id: paymentId }) =>
          html`<li>
            <details>
              <summary>${format.instant(at)}</summary>
              <p><bdi>${text}</bdi></p>
            </details>
            <span class="number">
              ${
                paymentId === null
                  ? format.money(due.amount, due.currency)
                  : html`<a href=${screenPath(this.context, 'payments', paymentId)}
                      >${format.money(due.amount, due.currency)}</a
                    >`
              }
            </span>
          </li>`,
      )}
    </ul>`
  }
}
