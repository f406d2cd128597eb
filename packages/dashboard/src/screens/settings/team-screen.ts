import { html, nothing, type TemplateResult } from 'lit'
import type { UserAnswer } from '../../api/user-client.ts'
import { button } from '../../parts/button.ts'
import { chip } from '../../parts/chip.ts'
import { copyCommand } from '../../parts/copy.ts'
import { Loaded } from '../../parts/loaded.ts'
import { table } from '../../parts/table.ts'
import { rowAction } from '../row-action.ts'
import { Screen } from '../screen.ts'
import { openInvitation, openRoleChange, openMemberRemoval } from './member-dialogs.ts'
import { settingsTabs } from './settings-tabs.ts'

type Member = UserAnswer<'findUsers'>['data'][number]

/** The users of the organization and the invited people, with their roles. */
export class TeamScreen extends Screen {
  readonly #members = new Loaded<readonly Member[]>(
    this,
    () => this.context.organization.id,
    async (signal) => (await this.context.userClient.findUsers({ signal })).data,
  )

  override render(): TemplateResult {
    const { say, organization } = this.context
    return html`<header class="heading">
        <h1>${say('nav.settings')}</h1>
        <div class="buttons">
          ${button(say('team.invite'), () => this.#members.reloadAfter(() => openInvitation(this.context)), 'primary')}
          ${copyCommand(say, `billing-checkout user list --organization ${organization.id}`)}
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
      rowAction(label, member.name ?? member.email, () => this.#members.reloadAfter(open))
    return html`<span class="buttons">
      ${member.invited_until === null ? action(say('team.change'), () => openRoleChange(this.context, member)) : nothing}
      ${action(say('team.remove'), () => openMemberRemoval(this.context, member))}
    </span>`
  }
}
