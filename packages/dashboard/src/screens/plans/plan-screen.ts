import type { Plan } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../../parts/button.ts'
import { chip } from '../../parts/chip.ts'
import { copyCurlButton, idWithCopyButton } from '../../parts/copy.ts'
import { descriptionList, section } from '../../parts/description-list.ts'
import { field } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { readTextField } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import { isAllowed } from '../../shell/context.ts'
import { ObjectScreen } from '../object-screen.ts'
import { openArchiveDialog } from '../open-archive-dialog.ts'
import { openPaymentLinkDialog } from './open-payment-link-dialog.ts'
import { linksMax, paymentLinksSection, type PlanWithLinks } from './payment-links-section.ts'

type Pricing = Plan['price']

/** One plan: its prices, a preview of its checkout in a country that the user chooses, and its payment links. */
export class PlanScreen extends ObjectScreen<PlanWithLinks> {
  protected async load(id: string, signal: AbortSignal): Promise<PlanWithLinks> {
    const { client } = this.context
    const options = { signal }
    const [plan, links] = await Promise.all([
      client.findPlan(id, options),
      client.findPaymentLinks({ plan_id: id, limit: linksMax }, options),
    ])
    return { plan, links }
  }

  protected draw({ plan, links }: PlanWithLinks): TemplateResult {
    const { say } = this.context
    const isArchived = plan.archived_at !== null
    return html`<header class="heading">
        <div>
          <h1><bdi>${plan.name}</bdi></h1>
          ${isArchived ? chip('quiet', say('offer.archived')) : chip('good', say('offer.forSale'))}
        </div>
        <div class="buttons">
          ${
            isAllowed(this.context, 'updatePlan')
              ? html`${button(say('offer.edit'), () => this.shown.reloadAfter(() => this.#edit(plan)), 'primary')}
                ${button(say(isArchived ? 'offer.unarchive' : 'offer.archive'), () => this.shown.reloadAfter(() => openArchiveDialog(this.context, 'plan', plan)))}`
              : nothing
          }
          ${
            isAllowed(this.context, 'createPaymentLink') && !isArchived
              ? button(say('link.title'), () => this.#link(plan))
              : nothing
          }
          ${copyCurlButton(say, { method: 'GET', path: `/plans/${plan.id}` })}
        </div>
      </header>
      <div class="columns">
        <div>
          ${section(say('plan.prices'), this.#prices('plan.prices', plan, plan.price))}
          ${
            plan.trial_price === null
              ? nothing
              : section(say('plan.trialPrices'), this.#prices('plan.trialPrices', plan, plan.trial_price))
          }
          ${isArchived ? nothing : section(say('preview.title'), html`<price-preview .context=${this.context} .plan=${plan}></price-preview>`)}
          ${paymentLinksSection(this.context, { plan, links }, this.shown)}
        </div>
        <aside>${this.#facts(plan)}</aside>
      </div>`
  }

  #prices(
    label: 'plan.prices' | 'plan.trialPrices',
    plan: Plan,
    { default: first, countries }: Pricing,
  ): TemplateResult {
    const { say, format } = this.context
    const rows = [
      [say('plan.everywhere'), first] as const,
      ...countries.map((row) => [row.countries.join(', '), row.price] as const),
    ]
    return html`<table class="lines" aria-label=${say(label)}>
      <tbody>
        ${rows.map(
          ([where, { amount, currency }]) =>
            html`<tr>
              <th scope="row">${where}</th>
              <td class="number">
                ${format.money(amount, currency)} ${label === 'plan.prices' ? format.interval(plan) : nothing}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  }

  #facts(plan: Plan): TemplateResult {
    const { say, format } = this.context
    const { collect_tax: tax } = plan.tax
    const trial = plan.trial_interval && `${plan.trial_interval_count} ${say(`plan.${plan.trial_interval}`)}`
    return descriptionList([
      [say('fact.id'), idWithCopyButton(say, plan.id)],
      [say('plan.group'), plan.group],
      [say('plan.trial'), trial && (plan.trial_price === null ? `${trial}, ${say('plan.freeTrial')}` : trial)],
      [
        say('plan.quantity'),
        plan.quantity && `${format.count(plan.quantity.min)} – ${format.count(plan.quantity.max)}`,
      ],
      [say('fact.tax'), say(tax === null ? 'plan.taxBySettings' : tax ? 'plan.taxed' : 'plan.untaxed')],
      [say('offer.changed'), format.instant(plan.updated_at)],
      [say('offer.archived'), plan.archived_at && format.instant(plan.archived_at)],
    ])
  }

  async #link(plan: Plan): Promise<void> {
    await openPaymentLinkDialog(this.context, plan)
    await this.shown.reload()
  }

  #edit({ id, name, group, type }: Plan): Promise<boolean> {
    const { client, say } = this.context
    return openDialog({
      say,
      heading: say('offer.edit'),
      content: () =>
        html`${field({ name: 'name', label: say('fact.name'), value: name, lengthMax: 200, isWithFocus: true })}
        ${
          type === 'recurring'
            ? field({
                name: 'group',
                label: say('plan.group'),
                value: group ?? '',
                hint: say('plan.groupHint'),
                isOptional: true,
                lengthMax: 100,
              })
            : nothing
        }`,
      submit: async (form) => {
        await client.updatePlan(id, {
          name: readTextField(form, 'name'),
          ...(type === 'recurring' && { group: readTextField(form, 'group') || null }),
        })
        toast(say('offer.saved'))
      },
    })
  }
}
