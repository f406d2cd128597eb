import type { List } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import type { Format } from '../words/format.ts'
import type { Say } from '../words/say.ts'

/** States which rows of the list are shown and how many there are, with links to the previous and next page. The total is exact. */
export const pager = (
  { say, format }: { readonly say: Say; readonly format: Pick<Format, 'count'> },
  { limit, page, pages, total }: List<unknown>['meta'],
  pathOf: (page: string) => string,
): TemplateResult => {
  const from = (page - 1) * limit + 1
  const to = Math.min(total, page * limit)
  return html`<nav class="pager" aria-label=${say('list.pages')}>
    <p>${say('list.total', { from: format.count(from), to: format.count(to), total: format.count(total) })}</p>
    ${
      page > 1
        ? html`<a class="button" rel="prev" href=${pathOf(String(page - 1))}>${say('list.previous')}</a>`
        : nothing
    }
    ${
      page < pages
        ? html`<a class="button" rel="next" href=${pathOf(String(page + 1))}>${say('list.next')}</a>`
        : nothing
    }
  </nav>`
}
