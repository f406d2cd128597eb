import { html, nothing, type TemplateResult } from 'lit'
import type { UserOperationAnswer } from '../../api/user-client.ts'
import { chip } from '../../parts/chip.ts'
import { copyCommandButton, idWithCopyButton } from '../../parts/copy.ts'
import { emptyState } from '../../parts/description-list.ts'
import { LoadController } from '../../parts/load-controller.ts'
import { table } from '../../parts/table.ts'
import { Screen } from '../screen.ts'
import { settingsTabs } from './settings-tabs.ts'

type Connection = UserOperationAnswer<'findConnections'>['data'][number]

const tones = { enabled: 'good', paused: 'bad', disabled: 'quiet' } as const satisfies Record<
  Connection['state'],
  string
>

/** The organization's accounts at processors, with their health. Only the command line can add and change them. */
export class ConnectionsScreen extends Screen {
  readonly #connections = new LoadController<readonly Connection[]>(
    this,
    () => this.context.organization.id,
    async (signal) => (await this.context.userClient.findConnections({ signal })).data,
  )

  override render(): TemplateResult {
    const { say, organization } = this.context
    return html`<header class="heading">
        <h1>${say('nav.settings')}</h1>
        <div class="buttons">
          ${copyCommandButton(say, `billing-checkout connection list --organization ${organization.id}`)}
        </div>
      </header>
      ${settingsTabs(this.context, 'connections')}
      ${this.#connections.draw(say, (connections) =>
        connections.length === 0
          ? emptyState(say('connections.empty'), say('connections.emptyHint'))
          : this.#table(connections),
      )}`
  }

  #table(connections: readonly Connection[]): TemplateResult {
    const { say, format } = this.context
    return table({
      label: say('settings.tab.connections'),
      rows: connections,
      keyOf: ({ id }) => id,
      columns: [
        {
          label: say('fact.processor'),
          cell: ({ id, label, adapter }) =>
            html`<bdi class="strong">${label}</bdi> <span class="quiet">${adapter}</span
              ><br />${idWithCopyButton(say, id)}`,
        },
        {
          label: say('fact.status'),
          cell: ({ state, reason, silent_since: since }) =>
            html`${chip(tones[state], say(`connections.${state}`))}
            ${reason === null ? nothing : html`<br /><bdi class="quiet" lang="en">${reason}</bdi>`}
            ${
              since === null
                ? nothing
                : html`<br /><span class="fault">${say('connections.silent', { date: format.instant(since) })}</span>`
            }`,
        },
        { label: say('connections.account'), isWideOnly: true, cell: ({ account_id: account }) => account ?? '–' },
        {
          label: say('connections.cards'),
          isWideOnly: true,
          cell: ({ card_entry: entry }) => say(`connections.${entry}`),
        },
      ],
    })
  }
}
