import type { List, PaymentLink } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { chip } from '../../parts/chip.ts'
import { copyButton } from '../../parts/copy.ts'
import { section } from '../../parts/facts.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { table } from '../../parts/table.ts'
import { toast } from '../../parts/toast.ts'
import { type Context, may } from '../../shell/context.ts'
import { rowAction } from '../row-action.ts'

/** How many links the page of a plan shows, the latest. */
export const linksMax = 25

/** The payment links of a plan, the latest first; `reload` reads them again once one is switched off or on. */
export const planLinks = (
  context: Context,
  { data, meta }: List<PaymentLink>,
  reload: () => Promise<void>,
): TemplateResult => {
  const { say, format } = context
  const label = say('links.title')
  if (data.length === 0) return section(label, html`<p class="quiet">${say('links.none')}</p>`)
  const links = table({
    label,
    rows: data,
    keyOf: ({ id }) => id,
    columns: [
      { label: say('fact.created'), cell: ({ created_at: at }) => format.day(at) },
      { label: say('fact.status'), cell: (link) => statusOf(context, link, meta.snapshot_at) },
      {
        label: say('links.uses'),
        isNumber: true,
        cell: ({ uses, max_uses: max }) =>
          max === null ? format.count(uses) : `${format.count(uses)} / ${format.count(max)}`,
      },
      {
        label: say('plan.quantity'),
        isWideOnly: true,
        isNumber: true,
        cell: ({ quantity }) => format.count(quantity),
      },
      {
        label: say('links.ends'),
        isWideOnly: true,
        cell: ({ expires_at: end }) => (end === null ? '–' : format.instant(end)),
      },
      { label: say('app.actions'), cell: (link) => actionsOf(context, link, reload) },
    ],
  })
  const rest =
    meta.total > data.length ? html`<p class="hint">${say('links.more', { count: data.length })}</p>` : nothing
  return section(label, html`${links}${rest}`)
}

/** `now` is by the billing clock, as the end of a link is. */
const statusOf = ({ say }: Context, link: PaymentLink, now: string): TemplateResult => {
  const { max_uses: max, expires_at: end } = link
  if (link.paused_at !== null) return chip('bad', say('links.paused'))
  if (!link.active) return chip('quiet', say('links.off'))
  if (end !== null && Date.parse(end) <= Date.parse(now)) return chip('quiet', say('links.over'))
  if (max !== null && link.uses >= max) return chip('quiet', say('links.usedUp'))
  return chip('good', say('links.on'))
}

const actionsOf = (context: Context, link: PaymentLink, reload: () => Promise<void>): TemplateResult => {
  const { say } = context
  const change = async () => ((await openSwitch(context, link)) ? reload() : undefined)
  return html`<span class="buttons">
    ${copyButton(say, link.url)}
    ${
      may(context, 'updatePaymentLink')
        ? rowAction(say(link.active ? 'links.switchOff' : 'links.switchOn'), link.id, change)
        : nothing
    }
  </span>`
}

/** Switches a link off, or on again; answers whether that was done. */
const openSwitch = ({ client, say }: Context, { id, active }: PaymentLink): Promise<boolean> => {
  const label = say(active ? 'links.switchOff' : 'links.switchOn')
  return openDialog({
    say,
    heading: label,
    submitLabel: label,
    content: () => html`<p>${say(active ? 'links.offHint' : 'links.onHint')}</p>`,
    submit: async () => {
      await client.updatePaymentLink(id, { active: !active })
      toast(say(active ? 'links.isOff' : 'links.isOn'))
    },
  })
}
