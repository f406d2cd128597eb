import type { Portal } from '@billing-checkout/contract'
import { html, nothing } from 'lit'
import { discountLabel } from '../../checkout/order/offer.ts'
import type { Texts } from '../../messages/texts.ts'
import type { Rendering } from '../../drawing/view.ts'
import type { PortalPayment, PortalSubscription } from '../state/portal-state.ts'

type Line = PortalPayment['lines'][number] | NonNullable<PortalSubscription['next_charge']>['lines'][number]

/** The lines of a charge; the server has formatted all amounts. `off` is the discount's reduction. */
export const renderLines = (lines: readonly Line[], texts: Texts, off?: string): Rendering =>
  html`<dl class="lines" part="lines">
    ${lines.map(
      (line) =>
        html`<div class="line" part="line">
          <dt part="line-label">
            ${labelOf(line, texts, off)}${line.formatted_units ? html` <bdi translate="no">${line.formatted_units}</bdi>` : nothing}
          </dt>
          <dd part="line-amount"><bdi translate="no">${line.formatted_amount}</bdi></dd>
        </div>`,
    )}
  </dl>`

const labelOf = (line: Line, texts: Texts, off: string | undefined): string => {
  const { kind, label } = line
  if (kind === 'plan' || kind === 'customer_credit') return label
  if (kind === 'discount') return discountLabel(texts, line, off)
  if (kind === 'trial') return `${label} (${texts.say('status.trial')})`
  if (kind !== 'tax') return kind === 'credit' ? `${texts.say('line.credit')} (${label})` : texts.say(`line.${kind}`)
  // If there are several taxes, each label already contains the tax's name and rate.
  if (/\p{L}/u.test(label)) return label
  return texts.say('line.tax_rate', { tax: texts.say('line.tax', { kind: 'other' }), rate: label })
}

/** The customer's tax identifiers, as receipts show them. */
export const renderTaxIds = (taxIds: Portal['customer']['tax_ids'], { texts }: { readonly texts: Texts }): Rendering =>
  html`${taxIds.map(
    ({ value }) => html`<p class="muted">${texts.say('details.tax_id')}: <bdi translate="no">${value}</bdi></p>`,
  )}`
