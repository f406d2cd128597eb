import { roles } from '@billing-checkout/contract/dashboard'
import { html } from 'lit'
import type { UserAnswer } from '../../api/user-client.ts'
import { field, select } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { openSecret } from '../../parts/open-secret.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import type { Say } from '../../words/say.ts'

type Member = UserAnswer<'findUsers'>['data'][number]
type Role = Member['role']

/** Invites a person, and shows the invitation's link once, so that the admin can send it to the person. */
export const openInvitation = async ({ userClient, say }: Context): Promise<boolean> => {
  let link = ''
  const isMade = await openDialog({
    say,
    heading: say('team.invite'),
    submitLabel: say('team.invite'),
    content: () =>
      html`${field({ name: 'email', label: say('fact.email'), type: 'email', isWithFocus: true })}
      ${roleField(say, 'member')}`,
    // A new invitation to the same address revokes the earlier one. So if the request is repeated, only one invitation remains.
    submit: async (form) => {
      const body = { email: String(form.get('email')).trim(), role: form.get('role') as Role }
      link = (await userClient.inviteUser({ body })).invitation_url
    },
  })
  if (!isMade) return false
  await openSecret({ say, heading: say('team.link'), hint: say('team.linkHint'), secret: link })
  return true
}

/** Changes a user's role in this organization. */
export const openMember = ({ userClient, say }: Context, { id, name, email, role }: Member): Promise<boolean> =>
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
export const openRemoval = ({ userClient, say }: Context, { id, name, email }: Member): Promise<boolean> =>
  openDialog({
    say,
    heading: say('team.removeTitle', { name: name ?? email }),
    submitLabel: say('team.remove'),
    isDangerous: true,
    content: () => html`<p>${say('team.removeHint')}</p>`,
    submit: async () => {
      await userClient.removeUser({ id })
      toast(say('team.removed'))
    },
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
