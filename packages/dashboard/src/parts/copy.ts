import { html, type TemplateResult } from 'lit'
import { curlCommand, type CurlRequest } from '../api/curl-command.ts'
import type { Say } from '../words/say.ts'
import { button } from './button.ts'
import { toast } from './toast.ts'

/** A button that copies a request as a `curl` command. */
export const copyCurlButton = (say: Say, request: CurlRequest): TemplateResult =>
  button(say('app.copyCurl'), () => copy(say, curlCommand(location.origin, request)), 'quiet')

/** A button that copies a command line, for an action that is impossible with an API key. */
export const copyCommandButton = (say: Say, command: string): TemplateResult =>
  button(say('app.copyCommand'), () => copy(say, command), 'quiet')

/** A button that copies a text. The small size is for table rows. */
export const copyButton = (say: Say, text: string, size: 'small' | '' = ''): TemplateResult =>
  html`<button type="button" class="button ${size}" @click=${() => copy(say, text)}>${say('app.copyShort')}</button>`

/** An identifier with a button that copies it. */
export const idWithCopyButton = (say: Say, id: string): TemplateResult =>
  html`<code>${id}</code>
    <button
      type="button"
      class="button quiet small"
      aria-label=${say('app.copy', { what: id })}
      @click=${() => copy(say, id)}
    >
      ${say('app.copyShort')}
    </button>`

const copy = async (say: Say, text: string): Promise<void> => {
  await navigator.clipboard.writeText(text)
  toast(say('app.copied'))
}
