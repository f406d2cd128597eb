import type { EventType, FindEventsAnswer, FindEventsQuery } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { copyCurlButton } from '../../parts/copy.ts'
import { emptyState } from '../../parts/description-list.ts'
import { field } from '../../parts/field.ts'
import { LoadController } from '../../parts/load-controller.ts'
import { readTextField } from '../../parts/read-form.ts'
import { table } from '../../parts/table.ts'
import { navigate } from '../../places/navigate.ts'
import { screenPath } from '../../shell/context.ts'
import { Screen } from '../screen.ts'
import { developerTabs } from './developer-tabs.ts'
import { drawJson } from './draw-json.ts'

const perPage = 50

/** All events in the order of their commits, which is the order in which a backend reads them. */
export class EventsScreen extends Screen {
  readonly #events = new LoadController<FindEventsAnswer>(
    this,
    () => JSON.stringify(this.place.query),
    (signal) => this.context.client.findEvents(this.#query(), { signal }),
  )

  override render(): TemplateResult {
    const { say } = this.context
    const { type = '', object = '', after } = this.place.query
    const query = Object.entries(this.#query()).map(([name, value]) => [name, String(value)])
    return html`${developerTabs(this.context, 'events')}
      <header class="heading">
        <h1>${say('developers.events')}</h1>
        <div class="buttons">
          ${copyCurlButton(say, { method: 'GET', path: `/events?${new URLSearchParams(query)}` })}
        </div>
      </header>
      <form class="filters" aria-label=${say('list.filters')} @submit=${this.#filter}>
        ${field({ name: 'object', label: say('fact.object'), value: object, isOptional: true, lengthMax: 255 })}
        ${field({ name: 'type', label: say('events.type'), value: type, isOptional: true, lengthMax: 100 })}
        <div class="buttons"><button class="button primary">${say('list.filter')}</button></div>
      </form>
      ${this.#events.draw(say, ({ data, meta }) =>
        data.length === 0
          ? emptyState(say('events.empty'), say('events.emptyHint'))
          : html`${this.#table(data)}
              <nav class="pager" aria-label=${say('list.pages')}>
                ${after ? html`<a class="button" href=${this.#pathAfter('')}>${say('events.first')}</a>` : nothing}
                ${
                  meta.has_more
                    ? html`<a class="button" rel="next" href=${this.#pathAfter(data.at(-1)?.id ?? '')}
                        >${say('events.more')}</a
                      >`
                    : nothing
                }
              </nav>`,
      )}`
  }

  #table(events: FindEventsAnswer['data']): TemplateResult {
    const { say, format } = this.context
    return table({
      label: say('developers.events'),
      rows: events,
      keyOf: ({ id }) => id,
      columns: [
        {
          label: say('fact.type'),
          cell: (event) =>
            html`<details>
              <summary>${event.type}</summary>
              ${drawJson(say('events.json'), event)}
            </details>`,
        },
        {
          label: say('fact.object'),
          isWideOnly: true,
          cell: ({ data }) => html`<code>${String(data.object['id'] ?? '–')}</code>`,
        },
        { label: say('fact.when'), cell: ({ created_at: at }) => format.instant(at) },
      ],
    })
  }

  #query(): FindEventsQuery & { readonly limit: number } {
    const { type, object, after } = this.place.query
    return {
      limit: perPage,
      ...(after && { after }),
      ...(object && { object }),
      ...(type && { type: type as EventType }),
    }
  }

  #pathAfter(after: string): string {
    return screenPath(this.context, 'developers', 'events', { ...this.place.query, after })
  }

  readonly #filter = (event: SubmitEvent): void => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const query = { type: readTextField(form, 'type'), object: readTextField(form, 'object') }
    navigate(screenPath(this.context, 'developers', 'events', query))
  }
}
