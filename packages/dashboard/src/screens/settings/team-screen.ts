import { html, nothing, type TemplateResult } from 'lit'
import type { UserOperationAnswer } from '../../api/user-client.ts'
import { button } from '../../parts/button.ts'
import { chip } from '../../parts/chip.ts'
import { copyCommandButton } from '../../parts/copy.ts'
import { LoadController } from '../../parts/load-controller.ts'
import { table } from '../../parts/table.ts'
import { rowButton } from '../row-button.ts'
import { Screen } from '../screen.ts'
import { openInvitationDialog, openRoleChangeDialog, openMemberRemovalDialog } from './member-dialogs.ts'
import { settingsTabs } from './settings-tabs.ts'

type Member = UserOperationAnswer<'findUsers'>['data'][number]

/** The users of the organization and the invited people, with their roles. */
export class TeamScreen extends Screen {
  readonly #members = new LoadController<readonly Member[]>(
    this,
    () => this.context.organization.id,
    async (signal) => (await this.context.userClient.findUsers({ signal })).data,
  )

  override render(): TemplateResult {
    const { say, organization } = this.context
    return html`<header class="heading">
        <h1>${say('nav.settings')}</h1>
        <div class="buttons">
          ${button(say('team.invite'), () => this.#members.reloadAfter(() => openInvitationDialog(this.context)), 'primary')}
          ${copyCommandButton(say, `billing-checkout user list --organization ${organization.id}`)}
        </div>
      </header>
      ${settingsTabs(this.context, 'team')} ${this.#members.draw(say, (members) => this.#table(members))}`
  }

  #table(members: readonly Member[]): TemplateResult {
    const { say, session } = this.context
    return table({
      label: say('settings.tab.team'),
      rows: members,
      keyOf: ({ id }) => id,
      columns: [
        {
          label: say('fact.name'),
          cell: ({ id, name, email }) =>
            html`<bdi class="strong">${name ?? email}</bdi> ${id === session.user.id ? say('team.you') : nothing}
              ${name === null ? nothing : html`<br /><bdi class="quiet">${email}</bdi>`}`,
        },
        {
          label: say('team.role'),
          cell: ({ role, is_operator: isOperator }) =>
            isOperator ? `${say(`role.${role}`)}, ${say('team.operator')}` : say(`role.${role}`),
        },
        { label: say('fact.status'), isWideOnly: true, cell: (member) => this.#status(member) },
        { label: say('app.actions'), cell: (member) => this.#actions(member) },
      ],
    })
  }

  #status({ invited_until: until, disabled_at: disabled }: Member): TemplateResult {
    const { say, format } = this.context
    if (until !== null) return chip('waiting', say('team.invited', { date: format.instant(until) }))
    return disabled === null ? chip('good', say('team.works')) : chip('quiet', say('team.disabled'))
  }

  #actions(member: Member): TemplateResult {
    const { say } = this.context
    const action = (label: string, open: () => Promise<boolean>) =>
      rowButton(label, member.name ?? member.email, () => this.#members.reloadAfter(open))
    return html`<span class="buttons">
      ${member.invited_until === null ? action(say('team.change'), () => openRoleChangeDialog(this.context, member)) : nothing}
      ${action(say('team.remove'), () => openMemberRemovalDialog(this.context, member))}
    </span>`
  }
}
