import { roles } from '@billing-checkout/contract/dashboard'
import { html } from 'lit'
import type { UserOperationAnswer } from '../../api/user-client.ts'
import { field, select } from '../../parts/field.ts'
import { openConfirmation, openDialog } from '../../parts/form-dialog.ts'
import { openSecretCreationDialog } from '../../parts/open-secret-dialog.ts'
import { readTextField } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import type { Say } from '../../words/say.ts'

type Member = UserOperationAnswer<'findUsers'>['data'][number]
type Role = Member['role']

/** Invites a person, and shows the invitation's link once, so that the admin can send it to the person. */
export const openInvitationDialog = ({ userClient, say }: Context): Promise<boolean> =>
  openSecretCreationDialog({
    say,
    heading: say('team.invite'),
    content: () =>
      html`${field({ name: 'email', label: say('fact.email'), type: 'email', isWithFocus: true })}
      ${roleField(say, 'member')}`,
    // A new invitation to the same address revokes the earlier one. So if the request is repeated, only one invitation remains.
    make: async (form) => {
      const body = { email: readTextField(form, 'email'), role: form.get('role') as Role }
      const { invitation_url: secret } = await userClient.inviteUser({ body })
      return { heading: say('team.link'), hint: say('team.linkHint'), secret }
    },
  })

/** Changes a user's role in this organization. */
export const openRoleChangeDialog = (
  { userClient, say }: Context,
  { id, name, email, role }: Member,
): Promise<boolean> =>
  openDialog({
    say,
    heading: say('team.changeTitle', { name: name ?? email }),
    submitLabel: say('team.change'),
    content: () => roleField(say, role),
    submit: async (form) => {
      await userClient.updateUser({ id, body: { role: form.get('role') as Role } })
      toast(say('team.changed'))
    },
  })

/** Removes a user from the organization, or revokes an invitation. */
export const openMemberRemovalDialog = ({ userClient, say }: Context, { id, name, email }: Member): Promise<boolean> =>
  openConfirmation({
    say,
    heading: say('team.removeTitle', { name: name ?? email }),
    submitLabel: say('team.remove'),
    isDangerous: true,
    hint: say('team.removeHint'),
    act: () => userClient.removeUser({ id }),
    done: say('team.removed'),
  })

const roleField = (say: Say, role: Role) =>
  html`${select({
      name: 'role',
      label: say('team.role'),
      value: role,
      choices: roles.map((each) => [each, say(`role.${each}`)]),
    })}
    <ul class="hint">
      ${roles.map((each) => html`<li>${say(`role.${each}`)}: ${say(`roleHint.${each}`)}</li>`)}
    </ul>`
