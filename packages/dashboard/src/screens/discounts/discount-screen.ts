import type { Discount } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../../parts/button.ts'
import { chip } from '../../parts/chip.ts'
import { copyCurlButton, idWithCopyButton } from '../../parts/copy.ts'
import { descriptionList } from '../../parts/description-list.ts'
import { isAllowed } from '../../shell/context.ts'
import { ObjectScreen } from '../object-screen.ts'
import { openArchiveDialog } from '../open-archive-dialog.ts'
import { durationText, reductionText } from './reduction-text.ts'
import { openDiscountChangeDialog } from './open-discount-dialog.ts'

/** One discount: its reduction, its code and limits, and how often it was redeemed. */
export class DiscountScreen extends ObjectScreen<Discount> {
  protected load(id: string, signal: AbortSignal): Promise<Discount> {
    return this.context.client.findDiscount(id, { signal })
  }

  protected draw(discount: Discount): TemplateResult {
    const { say } = this.context
    const isArchived = discount.archived_at !== null
    return html`<header class="heading">
        <div>
          <h1><bdi>${discount.name}</bdi></h1>
          ${isArchived ? chip('quiet', say('offer.archived')) : chip('good', say('subscription.active'))}
        </div>
        <div class="buttons">
          ${
            isAllowed(this.context, 'updateDiscount')
              ? html`${button(say('offer.edit'), () => this.shown.reloadAfter(() => openDiscountChangeDialog(this.context, discount)), 'primary')}
                ${button(say(isArchived ? 'offer.unarchive' : 'offer.archive'), () => this.shown.reloadAfter(() => openArchiveDialog(this.context, 'discount', discount)))}`
              : nothing
          }
          ${copyCurlButton(say, { method: 'GET', path: `/discounts/${discount.id}` })}
        </div>
      </header>
      ${this.#facts(discount)}`
  }

  #facts(discount: Discount): TemplateResult {
    const { say, format } = this.context
    const { max_redemptions: max, max_per_customer: maxPerCustomer, plans } = discount
    return descriptionList([
      [say('fact.id'), idWithCopyButton(say, discount.id)],
      [say('discount.off'), reductionText(this.context, discount)],
      [say('discount.code'), discount.code],
      [say('discount.duration'), durationText(this.context, discount)],
      [say('discount.plans'), plans.length === 0 ? say('discount.plansAll') : plans.join(', ')],
      [say('discount.redeemed'), format.count(discount.redeemed)],
      [say('discount.max'), max && format.count(max)],
      [say('discount.maxPerCustomer'), maxPerCustomer && format.count(maxPerCustomer)],
      [say('discount.starts'), discount.starts_at && format.instant(discount.starts_at)],
      [say('discount.ends'), discount.ends_at && format.instant(discount.ends_at)],
      [say('fact.created'), format.instant(discount.created_at)],
      [say('offer.archived'), discount.archived_at && format.instant(discount.archived_at)],
    ])
  }
}
