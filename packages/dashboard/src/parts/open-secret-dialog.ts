import { html } from 'lit'
import type { Say } from '../words/say.ts'
import { copyButton } from './copy.ts'
import { type DialogOptions, openDialog } from './form-dialog.ts'

/** A secret or link that the server returns only once. */
export interface Secret {
  readonly heading: string
  readonly hint: string
  readonly secret: string
}

/** Shows a secret with a button to copy it. */
export const openSecretDialog = async (say: Say, { heading, hint, secret }: Secret): Promise<void> => {
  await openDialog({
    say,
    heading,
    closeLabel: null,
    submitLabel: say('app.done'),
    content: () =>
      html`<p>${hint}</p>
        <p><code class="secret">${secret}</code></p>
        <p>${copyButton(say, secret)}</p>`,
    submit: async () => {},
  })
}

/** Opens a dialog that makes a secret, and then shows the secret once. Resolves with `true` once done. */
export const openSecretCreationDialog = async ({
  make,
  ...options
}: Omit<DialogOptions, 'submit'> & { readonly make: (form: FormData) => Promise<Secret> }): Promise<boolean> => {
  let made: Secret | undefined
  await openDialog({
    ...options,
    submit: async (form) => {
      made = await make(form)
    },
  })
  if (made === undefined) return false
  await openSecretDialog(options.say, made)
  return true
}
