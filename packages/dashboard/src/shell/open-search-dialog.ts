import { discountCodePattern } from '@billing-checkout/contract/dashboard'
import { html, nothing } from 'lit'
import { explainError } from '../api/explain-error.ts'
import { paymentChip, subscriptionChip } from '../parts/chip.ts'
import { closeDialog, openDialog } from '../parts/form-dialog.ts'
import { navigate } from '../places/navigate.ts'
import { type Context, screenPath } from './context.ts'

/** A result of the search. */
interface Found {
  readonly path: string
  readonly text: string
  readonly detail: unknown
}

const perList = 5
const lengthMin = 2
const pauseMs = 200

/** Opens a search for customers, payments, subscriptions, plans, and discount codes. */
export const openSearchDialog = (context: Context): void => {
  if (document.querySelector('dialog[open]') !== null) return
  const { say } = context
  let text = ''
  let found: readonly Found[] | null = null
  let fault = ''
  let request = new AbortController()
  const search = async (typed: string, redraw: () => void): Promise<void> => {
    request.abort()
    const { signal } = (request = new AbortController())
    text = typed.trim()
    found = null
    fault = ''
    redraw()
    if (text.length < lengthMin) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (signal.aborted) return
    try {
      found = await searchAll(context, text, signal)
    } catch (error) {
      if (signal.aborted) return
      fault = explainError(error, say)
    }
    redraw()
  }
  void openDialog({
    say,
    heading: say('search.title'),
    submitLabel: say('app.search'),
    content: (redraw) =>
      html`<div class="field">
          <label for="search-text">${say('search.label')}</label>
          <input
            id="search-text"
            type="text"
            autocomplete="off"
            maxlength="200"
            @input=${(event: Event) => search((event.target as HTMLInputElement).value, redraw)}
          />
        </div>
        <div role="status" class="results">
          ${fault === '' ? nothing : html`<p class="fault">${fault}</p>`}
          ${text.length < lengthMin ? html`<p class="quiet">${say('search.hint')}</p>` : nothing}
          ${
            text.length >= lengthMin && found === null && fault === ''
              ? html`<p class="progress">${say('app.loading')}</p>`
              : nothing
          }
          ${found?.length === 0 ? html`<p>${say('search.none', { text })}</p>` : nothing}
          ${
            found?.length
              ? html`<ul>
                  ${found.map(
                    ({ path, text: label, detail }) =>
                      html`<li>
                        <a href=${path} @click=${closeDialog}
                          ><bdi>${label}</bdi> <span class="quiet">${detail}</span></a
                        >
                      </li>`,
                  )}
                </ul>`
              : nothing
          }
        </div>`,
    // Enter opens the first result.
    submit: async () => {
      found ??= text.length < lengthMin ? [] : await searchAll(context, text)
      if (found[0]) navigate(found[0].path)
    },
  })
}

/** Finds discounts by their code. A part of a code finds nothing. */
const findByCode = async ({ client }: Context, code: string, options: { readonly signal?: AbortSignal }) =>
  discountCodePattern.test(code) ? (await client.findDiscounts({ code }, options)).data : []

const searchAll = async (context: Context, search: string, signal?: AbortSignal): Promise<readonly Found[]> => {
  const { client, say, format } = context
  const query = { search, limit: perList }
  const options = signal ? { signal } : {}
  const [customers, payments, subscriptions, plans, discounts] = await Promise.all([
    client.findCustomers(query, options),
    client.findPayments(query, options),
    client.findSubscriptions(query, options),
    client.findPlans({ ...query, include: 'archived' }, options),
    findByCode(context, search, options),
  ])
  return [
    ...customers.data.map(({ id, full_name: name, email }) => ({
      path: screenPath(context, 'customers', id),
      text: name ?? email ?? id,
      detail: say('customer.title'),
    })),
    ...payments.data.map((payment) => ({
      path: screenPath(context, 'payments', payment.id),
      text: `${format.money(payment.amount, payment.currency_code)} · ${payment.customer.full_name ?? payment.customer.email ?? payment.id}`,
      detail: html`${say('payment.title')} ${paymentChip(payment.payment_status, say)}`,
    })),
    ...subscriptions.data.map((subscription) => ({
      path: screenPath(context, 'subscriptions', subscription.id),
      text: `${subscription.plan.name} · ${subscription.customer.email ?? subscription.customer.id}`,
      detail: html`${say('subscription.title')} ${subscriptionChip(subscription.status, say)}`,
    })),
    ...plans.data.map(({ id, name }) => ({
      path: screenPath(context, 'plans', id),
      text: name,
      detail: say('fact.plan'),
    })),
    ...discounts.map(({ id, name, code }) => ({
      path: screenPath(context, 'discounts', id),
      text: code === null ? name : `${name} · ${code}`,
      detail: say('fact.discount'),
    })),
  ]
}
