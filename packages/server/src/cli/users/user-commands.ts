import { Problem } from '@billing-checkout/contract'
import { issueSetUpCode } from '../../credentials/users/set-up.ts'
import type { CommandContext } from '../command-context.ts'
import { findOrganization } from '../operator/organization-commands.ts'

/** What the commands on users of the dashboard are given. */
export interface UserInputs {
  readonly 'user set-up': { readonly organization?: string }
}

type UserCommands = {
  readonly [Name in keyof UserInputs]: (context: CommandContext, input: UserInputs[Name]) => Promise<object>
}

/** Who uses the dashboard. */
export const userCommands: UserCommands = {
  'user set-up': async (context, { organization }) => {
    const { store, billing, wallClock } = context
    if (organization !== undefined) await findOrganization(context, { id: organization })
    const issued = await issueSetUpCode(store.database.db, organization ?? null, wallClock())
    if (issued === undefined)
      throw new Problem(
        'limit_reached',
        'The first user was made already. `user reset-password` helps who cannot sign in.',
      )
    return { code: issued.code, expires_at: issued.expiresAt, url: `${billing.billing.publicUrl()}/dashboard` }
  },
}
