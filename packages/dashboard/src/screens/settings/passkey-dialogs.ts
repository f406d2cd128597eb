import type { Passkey } from '@billing-checkout/contract'
import { html } from 'lit'
import { addPasskey, removePasskey, renamePasskey } from '../../api/session/passkeys.ts'
import { field } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import type { Say } from '../../words/say.ts'

/** Creates a passkey on a device of the user. */
export const openNewPasskey = ({ send, say }: Context): Promise<boolean> =>
  openDialog({
    say,
    heading: say('passkey.add'),
    submitLabel: say('passkey.add'),
    content: () =>
      html`<p>${say('passkey.addHint')}</p>
        ${nameField(say)}`,
    submit: async (form) => {
      await addPasskey(nameIn(form), send)
      toast(say('passkey.added'))
    },
    sentences: { invalid_credentials: 'passkey.notConfirmed' },
  })

/** Renames a passkey. */
export const openPasskeyName = ({ send, say }: Context, { id, name }: Passkey): Promise<boolean> =>
  openDialog({
    say,
    heading: say('passkey.renameTitle', { name }),
    submitLabel: say('passkey.rename'),
    content: () => nameField(say, name),
    submit: async (form) => {
      await renamePasskey(id, nameIn(form), send)
      toast(say('passkey.renamed'))
    },
  })

/** Removes a passkey. */
export const openPasskeyRemoval = ({ send, say }: Context, { id, name }: Passkey): Promise<boolean> =>
  openDialog({
    say,
    heading: say('passkey.removeTitle', { name }),
    submitLabel: say('passkey.remove'),
    isDangerous: true,
    content: () => html`<p>${say('passkey.removeHint')}</p>`,
    submit: async () => {
      await removePasskey(id, send)
      toast(say('passkey.removed'))
    },
  })

const nameField = (say: Say, value = '') =>
  field({
    name: 'passkey-name',
    label: say('passkey.name'),
    hint: say('passkey.nameHint'),
    value,
    lengthMax: 100,
    isWithFocus: true,
  })

const nameIn = (form: FormData): string => String(form.get('passkey-name')).trim()
