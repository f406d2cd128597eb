import { logoBytesMax } from '@billing-checkout/contract/dashboard'
import { html, nothing, type TemplateResult } from 'lit'
import { checkbox } from '../../parts/field.ts'
import { InputFault } from '../../parts/form-dialog.ts'
import type { Say } from '../../words/say.ts'

/** The logo in an organization's settings. */
export interface StoredLogo {
  readonly file: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** The logo to send: an image in Base64; null to remove the present logo; undefined to keep it. */
export type LogoUpdate = string | null | undefined

/** The present logo, a checkbox to remove it, and a file input to replace it. */
export const logoField = (say: Say, logo: StoredLogo | null): TemplateResult =>
  html`<div class="field">
      <label for="page-field-logo">${say('settings.logo')}</label>
      ${
        logo === null
          ? nothing
          : html`<img class="logo" src="/logos/${logo.file}" alt="" width=${logo.width} height=${logo.height} />`
      }
      <input
        id="page-field-logo"
        name="logo"
        type="file"
        accept="image/png,image/webp"
        aria-describedby="page-field-hint-logo"
      />
      <p class="hint" id="page-field-hint-logo">${say('settings.logoHint')}</p>
    </div>
    ${logo === null ? nothing : checkbox('remove_logo', say('settings.logoRemove'))}`

/** Reads the logo from a form. Throws an `InputFault` if the file is too large; the server checks everything else. */
export const readLogo = async (form: HTMLFormElement, say: Say): Promise<LogoUpdate> => {
  const data = new FormData(form)
  const file = data.get('logo')
  if (!(file instanceof File) || file.name === '') return data.has('remove_logo') ? null : undefined
  if (file.size > logoBytesMax) throw new InputFault(say('settings.logoBad'))
  return inBase64(file)
}

const inBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    // The result is `data:image/png;base64,` followed by the image.
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
