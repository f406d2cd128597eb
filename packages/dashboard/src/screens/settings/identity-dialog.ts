import { html } from 'lit'
import { removeIdentity } from '../../api/session/identities.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

/** Removes the link to the user's account at the named identity provider. */
export const openIdentityRemoval = ({ send, say }: Context, name: string): Promise<boolean> =>
  openDialog({
    say,
    heading: say('identity.remove'),
    submitLabel: say('identity.remove'),
    isDangerous: true,
    content: () => html`<p>${say('identity.removeHint', { name })}</p>`,
    submit: async () => {
      await removeIdentity(send)
      toast(say('identity.removed'))
    },
  })
