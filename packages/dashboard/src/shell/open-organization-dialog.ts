import type { DashboardSession } from '@billing-checkout/contract'
import { html } from 'lit'
import { fetchAsUser } from '../api/session/fetch-as-user.ts'
import { createOrganization } from '../api/session/session-requests.ts'
import { field } from '../parts/field.ts'
import { openDialog } from '../parts/form-dialog.ts'
import { readTextField } from '../parts/read-form.ts'
import type { Say } from '../words/say.ts'
import { sessionPrompts } from './session-dialogs.ts'

/** Asks an operator for the name of a new organization, and creates it. Resolves with null if the operator closed the dialog. */
export const openOrganizationDialog = async (
  signedIn: DashboardSession,
  say: Say,
): Promise<{ readonly session: DashboardSession; readonly id: string } | null> => {
  const send = fetchAsUser(null, sessionPrompts(signedIn, say))
  let made: { readonly session: DashboardSession; readonly id: string } | null = null
  await openDialog({
    say,
    heading: say('organization.create'),
    content: () =>
      html`<p>${say('organization.hint')}</p>
        ${field({ name: 'organization-name', label: say('organization.name'), lengthMax: 200, isWithFocus: true })}`,
    submit: async (form) => {
      const name = readTextField(form, 'organization-name')
      const session = await createOrganization({ name }, send)
      const id = session.organizations.findLast((each) => each.name === name)?.id
      if (id !== undefined) made = { session, id }
    },
  })
  return made
}
