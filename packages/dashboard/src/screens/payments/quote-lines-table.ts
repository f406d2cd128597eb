import type { Consent, Payment } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import type { Context } from '../../shell/context.ts'

/** The calculation of a payment's amount: the lines of its quote, its tax, and its refunds. */
export const quoteLinesTable = (
  { say, format }: Context,
  { amount, currency_code: currency, lines, tax, refunded_amount: refunded }: Payment,
  consent: Consent | null,
): TemplateResult => {
  const money = (minor: number): string => format.money(minor, currency)
  const hasTaxLine = lines.some(({ kind }) => kind === 'tax')
  return html`${consent === null ? html`<p class="quiet">${say('payment.linesNone')}</p>` : nothing}
    <table class="lines">
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <th scope="row">${say(`line.${line.kind}`)} <bdi class="quiet">${line.label}</bdi></th>
              <td class="number">${money(line.amount)}</td>
            </tr>`,
        )}
        ${
          tax && tax.amount_tax > 0 && !hasTaxLine
            ? html`<tr>
                <th scope="row">${say('fact.tax')}</th>
                <td class="number">${money(tax.amount_tax)}</td>
              </tr>`
            : nothing
        }
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${say('payment.total')}</th>
          <td class="number">${money(amount)}</td>
        </tr>
        ${
          refunded > 0
            ? html`<tr>
                <th scope="row">${say('fact.refunded')}</th>
                <td class="number">${money(-refunded)}</td>
              </tr>`
            : nothing
        }
      </tfoot>
    </table>`
}
