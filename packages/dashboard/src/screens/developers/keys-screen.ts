import { html, nothing, type TemplateResult } from 'lit'
import type { UserOperationAnswer } from '../../api/user-client.ts'
import { button } from '../../parts/button.ts'
import { chip } from '../../parts/chip.ts'
import { copyCommandButton } from '../../parts/copy.ts'
import { emptyState } from '../../parts/description-list.ts'
import { LoadController } from '../../parts/load-controller.ts'
import { table } from '../../parts/table.ts'
import { rowButton } from '../row-button.ts'
import { Screen } from '../screen.ts'
import { developerTabs } from './developer-tabs.ts'
import { openApiKeyDialog, openKeyRevocationDialog, openKeyRotationDialog } from './key-dialogs.ts'

type ApiKey = UserOperationAnswer<'findApiKeys'>['data'][number]

/** The API keys of the organization, the newest first. A key's secret is shown only once, when the key is created. */
export class KeysScreen extends Screen {
  readonly #keys = new LoadController<readonly ApiKey[]>(
    this,
    () => this.context.organization.id,
    async (signal) => (await this.context.userClient.findApiKeys({ signal })).data.toReversed(),
  )

  override render(): TemplateResult {
    const { say, organization } = this.context
    return html`${developerTabs(this.context, 'keys')}
      <header class="heading">
        <h1>${say('developers.keys')}</h1>
        <div class="buttons">
          ${button(say('keys.create'), () => this.#keys.reloadAfter(() => openApiKeyDialog(this.context)), 'primary')}
          ${copyCommandButton(say, `billing-checkout key list --organization ${organization.id}`)}
        </div>
      </header>
      ${this.#keys.draw(say, (keys) =>
        keys.length === 0 ? emptyState(say('keys.empty'), say('keys.emptyHint')) : this.#table(keys),
      )}`
  }

  #table(keys: readonly ApiKey[]): TemplateResult {
    const { say, format } = this.context
    return table({
      label: say('developers.keys'),
      rows: keys,
      keyOf: ({ id }) => id,
      columns: [
        {
          label: say('keys.key'),
          cell: ({ name, hint }) =>
            html`${name === null ? nothing : html`<bdi class="strong">${name}</bdi><br />`}<code>${hint}</code>`,
        },
        { label: say('fact.status'), cell: (key) => this.#status(key) },
        { label: say('keys.rights'), isWideOnly: true, cell: ({ scopes }) => this.#rights(scopes) },
        { label: say('fact.created'), isWideOnly: true, cell: ({ created_at: at }) => format.instant(at) },
        { label: say('app.actions'), cell: (key) => this.#actions(key) },
      ],
    })
  }

  #status(key: ApiKey): TemplateResult {
    const { say, format } = this.context
    const end = key.revoked_at ?? key.expires_at
    if (end === null) return chip('good', say('keys.works'))
    return isOver(key)
      ? chip('quiet', say('keys.ended', { date: format.instant(end) }))
      : chip('waiting', say('keys.ends', { date: format.instant(end) }))
  }

  #rights(scopes: ApiKey['scopes']): unknown {
    if (scopes === null) return this.context.say('keys.rightsAll')
    return Object.entries(scopes).map(([resource, access]) => html`<code>${resource}:${access}</code> `)
  }

  #actions(key: ApiKey): unknown {
    if (isOver(key)) return nothing
    const { say } = this.context
    const action = (label: string, open: () => Promise<boolean>) =>
      rowButton(label, key.name ?? key.hint, () => this.#keys.reloadAfter(open))
    return html`<span class="buttons">
      ${action(say('keys.rotate'), () => openKeyRotationDialog(this.context, key))}
      ${action(say('keys.revoke'), () => openKeyRevocationDialog(this.context, key))}
    </span>`
  }
}

const isOver = ({ revoked_at: revoked, expires_at: end }: ApiKey): boolean =>
  revoked !== null || (end !== null && Date.parse(end) <= Date.now())
