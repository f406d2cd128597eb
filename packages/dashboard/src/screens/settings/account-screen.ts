import type { Identity, Passkey } from '@billing-checkout/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { findIdentity, findIdentityProvider } from '../../api/session/identities.ts'
import { canUsePasskeys, findPasskeys } from '../../api/session/passkeys.ts'
import { button } from '../../parts/button.ts'
import { emptyState, descriptionList, section } from '../../parts/description-list.ts'
import { LoadController } from '../../parts/load-controller.ts'
import { table } from '../../parts/table.ts'
import { rowButton } from '../row-button.ts'
import { Screen } from '../screen.ts'
import {
  openIdentityRemovalDialog,
  openNewPasskeyDialog,
  openPasskeyRenamingDialog,
  openPasskeyRemovalDialog,
} from './account-dialogs.ts'
import { settingsTabs } from './settings-tabs.ts'

/** The signed-in user's account, with their passkeys and the link to the identity provider. */
export class AccountScreen extends Screen {
  readonly #passkeys = new LoadController<readonly Passkey[]>(
    this,
    () => this.context.session.user.id,
    (signal) => findPasskeys(this.context.send, signal),
  )

  readonly #identity = new LoadController<{ readonly provider: string | null; readonly identity: Identity | null }>(
    this,
    () => this.context.session.user.id,
    async (signal) => ({
      provider: await findIdentityProvider(),
      identity: await findIdentity(this.context.send, signal),
    }),
  )

  override render(): TemplateResult {
    const { say, session } = this.context
    return html`<header class="heading"><h1>${say('nav.settings')}</h1></header>
      ${settingsTabs(this.context, 'account')}
      ${descriptionList([
        [say('fact.name'), session.user.name],
        [say('fact.email'), session.user.email],
      ])}
      ${section(
        say('passkey.title'),
        html`<p class="quiet">${say(canUsePasskeys() ? 'passkey.hint' : 'passkey.impossible')}</p>
          ${this.#passkeys.draw(say, (passkeys) => this.#table(passkeys))}`,
        canUsePasskeys()
          ? button(
              say('passkey.add'),
              () => this.#passkeys.reloadAfter(() => openNewPasskeyDialog(this.context)),
              'primary',
            )
          : nothing,
      )}
      ${this.#identity.draw(say, ({ provider, identity }) => this.#drawIdentity(provider, identity))}`
  }

  /**
   * The link to the identity provider. If the server has no provider any more, the link is shown under its issuer's name and can be
   * removed.
   */
  #drawIdentity(provider: string | null, identity: Identity | null): TemplateResult {
    const { say, format } = this.context
    const name = provider ?? identity?.issuer
    if (name === undefined) return html``
    const title = say('identity.title', { name })
    if (identity === null)
      return section(title, emptyState(say('identity.notLinked'), say('identity.notLinkedHint', { name })))
    const remove = () => this.#identity.reloadAfter(() => openIdentityRemovalDialog(this.context, name))
    return section(
      title,
      html`<p class="quiet">${say('identity.hint', { name })}</p>
        ${descriptionList([
          [say('identity.issuer'), identity.issuer],
          [say('identity.subject'), identity.subject],
          [say('identity.linked'), format.instant(identity.linked_at)],
          [say('identity.used'), format.instant(identity.last_used_at)],
        ])}`,
      button(say('identity.remove'), remove),
    )
  }

  #table(passkeys: readonly Passkey[]): TemplateResult {
    const { say, format } = this.context
    if (passkeys.length === 0) return emptyState(say('passkey.empty'), '')
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
      ${rowButton(say('passkey.rename'), passkey.name, () => this.#passkeys.reloadAfter(() => openPasskeyRenamingDialog(this.context, passkey)))}
      ${rowButton(say('passkey.remove'), passkey.name, () => this.#passkeys.reloadAfter(() => openPasskeyRemovalDialog(this.context, passkey)))}
    </span>`
  }
}
