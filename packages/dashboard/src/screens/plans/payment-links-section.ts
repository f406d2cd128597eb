import type { List, PaymentLink, Plan } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { chip } from '../../parts/chip.ts'
import { copyButton } from '../../parts/copy.ts'
import { section } from '../../parts/description-list.ts'
import { openConfirmation } from '../../parts/form-dialog.ts'
import type { LoadController } from '../../parts/load-controller.ts'
import { table } from '../../parts/table.ts'
import { type Context, isAllowed } from '../../shell/context.ts'
import { rowButton } from '../row-button.ts'

/** How many links the page of a plan shows; it shows the latest ones. */
export const linksMax = 25

/** A plan and its latest payment links. */
export interface PlanWithLinks {
  readonly plan: Plan
  readonly links: List<PaymentLink>
}

/** The payment links of a plan, the latest first. After the user has activated or deactivated a link, `shown` loads its data again. */
export const paymentLinksSection = (
  context: Context,
  { plan, links: { data, meta } }: PlanWithLinks,
  shown: LoadController<PlanWithLinks>,
): TemplateResult => {
  const { say, format } = context
  const label = say('link.titles')
  if (data.length === 0) return section(label, html`<p class="quiet">${say('link.none')}</p>`)
  const links = table({
    label,
    rows: data,
    keyOf: ({ id }) => id,
    columns: [
      { label: say('fact.created'), cell: ({ created_at: at }) => format.day(at) },
      { label: say('fact.status'), cell: (link) => statusChip(context, statusOf(plan, link, meta.snapshot_at)) },
      {
        label: say('link.uses'),
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
        label: say('link.ends'),
        isWideOnly: true,
        cell: ({ expires_at: end }) => (end === null ? '–' : format.instant(end)),
      },
      {
        label: say('app.actions'),
        cell: (link) => {
          const canSwitch = ['on', 'off', 'paused'].includes(statusOf(plan, link, meta.snapshot_at))
          return actionsOf(context, link, { canSwitch, shown })
        },
      },
    ],
  })
  const rest =
    meta.total > data.length ? html`<p class="hint">${say('link.more', { count: data.length })}</p>` : nothing
  return section(label, html`${links}${rest}`)
}

type LinkStatus = 'on' | 'off' | 'paused' | 'over' | 'usedUp' | 'archived'

/**
 * The reason why shoppers cannot buy through a link, or `on` if they can. `now` is the time of the billing clock, by which links expire.
 */
const statusOf = (plan: Plan, link: PaymentLink, now: string): LinkStatus => {
  const { max_uses: max, expires_at: end } = link
  if (plan.archived_at !== null) return 'archived'
  if (end !== null && Date.parse(end) <= Date.parse(now)) return 'over'
  if (max !== null && link.uses >= max) return 'usedUp'
  if (link.paused_at !== null) return 'paused'
  return link.active ? 'on' : 'off'
}

const tones = { on: 'good', off: 'quiet', paused: 'bad', over: 'quiet', usedUp: 'quiet', archived: 'quiet' } as const

const statusChip = ({ say }: Context, status: LinkStatus): TemplateResult => chip(tones[status], say(`link.${status}`))

const actionsOf = (
  context: Context,
  link: PaymentLink,
  { canSwitch, shown }: { readonly canSwitch: boolean; readonly shown: LoadController<PlanWithLinks> },
): TemplateResult => {
  const { say } = context
  const change = () => shown.reloadAfter(() => openSwitch(context, link))
  return html`<span class="buttons">
    ${copyButton(say, link.url, 'small')}
    ${
      canSwitch && isAllowed(context, 'updatePaymentLink')
        ? rowButton(say(link.active ? 'link.switchOff' : 'link.switchOn'), link.id, change)
        : nothing
    }
  </span>`
}

/** Activates or deactivates a link; resolves with `true` once done. */
const openSwitch = ({ client, say }: Context, { id, active }: PaymentLink): Promise<boolean> =>
  openConfirmation({
    say,
    heading: say(active ? 'link.switchOff' : 'link.switchOn'),
    hint: say(active ? 'link.offHint' : 'link.onHint'),
    act: () => client.updatePaymentLink(id, { active: !active }),
    done: say(active ? 'link.isOff' : 'link.isOn'),
  })
