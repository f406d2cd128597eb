import type { Passkey } from '@billing-checkout/contract'
import { html } from 'lit'
import { removeIdentity } from '../../api/session/identities.ts'
import { addPasskey, removePasskey, renamePasskey } from '../../api/session/passkeys.ts'
import { field } from '../../parts/field.ts'
import { openConfirmation, openDialog } from '../../parts/form-dialog.ts'
import { readTextField } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import type { Say } from '../../words/say.ts'

/** Creates a passkey on a device of the user. */
export const openNewPasskeyDialog = ({ send, say }: Context): Promise<boolean> =>
  openDialog({
    say,
    heading: say('passkey.add'),
    content: () =>
      html`<p>${say('passkey.addHint')}</p>
        ${nameField(say)}`,
    submit: async (form) => {
      await addPasskey(readTextField(form, passkeyName), send)
      toast(say('passkey.added'))
    },
    sentences: { invalid_credentials: 'passkey.notConfirmed' },
  })

/** Renames a passkey. */
export const openPasskeyRenamingDialog = ({ send, say }: Context, { id, name }: Passkey): Promise<boolean> =>
  openDialog({
    say,
    heading: say('passkey.renameTitle', { name }),
    submitLabel: say('passkey.rename'),
    content: () => nameField(say, name),
    submit: async (form) => {
      await renamePasskey(id, readTextField(form, passkeyName), send)
      toast(say('passkey.renamed'))
    },
  })

/** Asks for confirmation and removes a passkey. */
export const openPasskeyRemovalDialog = ({ send, say }: Context, { id, name }: Passkey): Promise<boolean> =>
  openConfirmation({
    say,
    heading: say('passkey.removeTitle', { name }),
    submitLabel: say('passkey.remove'),
    isDangerous: true,
    hint: say('passkey.removeHint'),
    act: () => removePasskey(id, send),
    done: say('passkey.removed'),
  })

/** Removes the link to the user's account at the named identity provider. */
export const openIdentityRemovalDialog = ({ send, say }: Context, name: string): Promise<boolean> =>
  openConfirmation({
    say,
    heading: say('identity.remove'),
    isDangerous: true,
    hint: say('identity.removeHint', { name }),
    act: () => removeIdentity(send),
    done: say('identity.removed'),
  })

const passkeyName = 'passkey-name'

const nameField = (say: Say, value = '') =>
  field({
    name: passkeyName,
    label: say('passkey.name'),
    hint: say('passkey.nameHint'),
    value,
    lengthMax: 100,
    isWithFocus: true,
  })
