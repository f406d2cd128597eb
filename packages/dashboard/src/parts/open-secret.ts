import { html } from 'lit'
import type { Say } from '../words/say.ts'
import { copyButton } from './copy.ts'
import { openDialog } from './form-dialog.ts'

/** Shows a secret or link that the server returns only once, with a button to copy it. */
export const openSecret = async (options: {
  readonly say: Say
  readonly heading: string
  readonly hint: string
  readonly secret: string
}): Promise<void> => {
  const { say, heading, hint, secret } = options
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
