import type { Discount, FindDiscountsQuery, List } from '@billing-checkout/client'
import { html, nothing } from 'lit'
import { chip } from '../../parts/chip.ts'
import { field, select } from '../../parts/field.ts'
import type { Column } from '../../parts/table.ts'
import { navigate } from '../../places/navigate.ts'
import { may, pathIn } from '../../shell/context.ts'
import { type ListQuery, ListScreen } from '../list-screen.ts'
import { offText } from './off-text.ts'
import { openDiscount } from './open-discount.ts'

/** Every discount of the organization, the latest first. */
export class DiscountsScreen extends ListScreen<Discount> {
  protected readonly apiPath = '/discounts'

  protected load({ page, limit, filters }: ListQuery, signal: AbortSignal): Promise<List<Discount>> {
    const query: FindDiscountsQuery = { ...filters, page, limit }
    return this.context.client.findDiscounts(query, { signal })
  }

  protected heading(): string {
    return this.context.say('nav.discounts')
  }

  protected override actions(): unknown {
    if (!may(this.context, 'createDiscount')) return nothing
    return html`<button type="button" class="button primary" @click=${this.#create}>
      ${this.context.say('discount.create')}
    </button>`
  }

  protected columns(): readonly Column<Discount>[] {
    const { say, format } = this.context
    return [
      { label: say('fact.name'), cell: ({ name }) => html`<bdi class="strong">${name}</bdi>` },
      { label: say('discount.off'), isNumber: true, cell: (discount) => offText(this.context, discount) },
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

  protected keyOf({ id }: Discount): string {
    return id
  }

  protected override pathOfRow({ id }: Discount): string {
    return pathIn(this.context, 'discounts', id)
  }

  protected emptyText(): readonly [string, string] {
    return [this.context.say('discounts.empty'), this.context.say('discounts.emptyHint')]
  }

  protected override filterFields(): unknown {
    const { say } = this.context
    const shown = (name: string) => ({ name, value: this.filtered(name), isOptional: true })
    return html`${field({ ...shown('code'), label: say('discount.code'), lengthMin: 3, lengthMax: 50 })}
    ${select({
      ...shown('archived'),
      label: say('list.status'),
      choices: [
        ['', say('list.all')],
        ['false', say('subscription.active')],
        ['true', say('offer.archived')],
      ],
    })}
    ${field({ ...shown('from'), label: say('list.from'), type: 'date' })}
    ${field({ ...shown('to'), label: say('list.to'), type: 'date' })}`
  }

  readonly #create = async (): Promise<void> => {
    const made = await openDiscount(this.context)
    if (made) navigate(pathIn(this.context, 'discounts', made.id))
  }
}
