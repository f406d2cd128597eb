import type { Discount, FindDiscountsQuery, List } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../../parts/button.ts'
import { chip } from '../../parts/chip.ts'
import type { Column } from '../../parts/table.ts'
import { navigate } from '../../places/navigate.ts'
import { isAllowed, screenPath } from '../../shell/context.ts'
import { ListScreen } from '../list-screen.ts'
import { reductionText } from './reduction-text.ts'
import { openDiscountDialog } from './open-discount-dialog.ts'

/** Every discount of the organization, the latest first. */
export class DiscountsScreen extends ListScreen<Discount, FindDiscountsQuery> {
  protected readonly apiPath = '/discounts'
  protected readonly heading = 'nav.discounts'
  protected readonly ifEmpty = ['discounts.empty', 'discounts.emptyHint'] as const

  protected load(query: FindDiscountsQuery, signal: AbortSignal): Promise<List<Discount>> {
    return this.context.client.findDiscounts(query, { signal })
  }

  protected override actions(): unknown {
    if (!isAllowed(this.context, 'createDiscount')) return nothing
    return button(this.context.say('discount.create'), this.#create, 'primary')
  }

  protected columns(): readonly Column<Discount>[] {
    const { say, format } = this.context
    return [
      { label: say('fact.name'), cell: ({ name }) => html`<bdi class="strong">${name}</bdi>` },
      { label: say('discount.off'), isNumber: true, cell: (discount) => reductionText(this.context, discount) },
      { label: say('discount.code'), isWideOnly: true, cell: ({ code }) => html`<bdi>${code ?? '–'}</bdi>` },
      {
        label: say('fact.status'),
        isWideOnly: true,
        cell: ({ archived_at: at }) =>
          at === null ? chip('good', say('subscription.active')) : chip('quiet', say('offer.archived')),
      },
      {
        label: say('discount.redeemed'),
        isWideOnly: true,
        isNumber: true,
        cell: ({ redeemed, max_redemptions: max }) =>
          max === null ? format.count(redeemed) : `${format.count(redeemed)} / ${format.count(max)}`,
      },
      { label: say('fact.created'), isWideOnly: true, cell: ({ created_at: at }) => format.day(at) },
    ]
  }

  protected filterFields(): readonly TemplateResult[] {
    return [
      this.textFilter('code', 'discount.code', { lengthMin: 3, lengthMax: 50 }),
      this.statusFilter('archived', [
        ['false', 'subscription.active'],
        ['true', 'offer.archived'],
      ]),
      ...this.periodFilters(),
    ]
  }

  readonly #create = async (): Promise<void> => {
    const made = await openDiscountDialog(this.context)
    if (made) navigate(screenPath(this.context, 'discounts', made.id))
  }
}
