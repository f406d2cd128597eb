import type { Passkey } from '@billing-checkout/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { canUsePasskeys, findPasskeys } from '../../api/session/passkeys.ts'
import { empty, facts, section } from '../../parts/facts.ts'
import { Loaded } from '../../parts/loaded.ts'
import { table } from '../../parts/table.ts'
import { rowAction } from '../row-action.ts'
import { Screen } from '../screen.ts'
import { openNewPasskey, openPasskeyName, openPasskeyRemoval } from './passkey-dialogs.ts'
import { settingsTabs } from './settings-tabs.ts'

/** The account of the user who looks, with the passkeys by which they sign in. */
export class AccountScreen extends Screen {
  readonly #passkeys = new Loaded<readonly Passkey[]>(
    this,
    () => this.context.session.user.id,
    (signal) => findPasskeys(this.context.send, signal),
  )

  override render(): TemplateResult {
    const { say, session } = this.context
    return html`<header class="heading"><h1>${say('nav.settings')}</h1></header>
      ${settingsTabs(this.context, 'account')}
      ${facts([
        [say('fact.name'), session.user.name],
        [say('fact.email'), session.user.email],
      ])}
      ${section(
        say('passkey.title'),
        html`<p class="quiet">${say(canUsePasskeys() ? 'passkey.hint' : 'passkey.impossible')}</p>
          ${this.#passkeys.draw(say, (passkeys) => this.#table(passkeys))}`,
        canUsePasskeys()
          ? html`<button
              type="button"
              class="button primary"
              @click=${() => this.#do(() => openNewPasskey(this.context))}
            >
              ${say('passkey.add')}
            </button>`
          : nothing,
      )}`
  }

  #table(passkeys: readonly Passkey[]): TemplateResult {
    const { say, format } = this.context
    if (passkeys.length === 0) return empty(say('passkey.empty'), '')
    return table({
      label: say('passkey.title'),
      rows: passkeys,
      keyOf: ({ id }) => id,
      columns: [
        { label: say('passkey.name'), cell: ({ name }) => html`<bdi class="strong">${name}</bdi>` },
        { label: say('passkey.created'), isWideOnly: true, cell: ({ created_at: at }) => format.instant(at) },
        {
          label: say('passkey.used'),
          cell: ({ last_used_at: at }) => (at === null ? say('passkey.never') : format.instant(at)),
        },
        { label: say('app.actions'), cell: (passkey) => this.#actions(passkey) },
      ],
    })
  }

  #actions(passkey: Passkey): TemplateResult {
    const { say } = this.context
    return html`<span class="buttons">
      ${rowAction(say('passkey.rename'), passkey.name, () => this.#do(() => openPasskeyName(this.context, passkey)))}
      ${rowAction(say('passkey.remove'), passkey.name, () => this.#do(() => openPasskeyRemoval(this.context, passkey)))}
    </span>`
  }

  async #do(open: () => Promise<boolean>): Promise<void> {
    if (await open()) await this.#passkeys.reload()
  }
}
