import { composeEmail } from '../src/emails/content/compose-email.ts'
import type { EmailInput } from '../src/emails/content/email-input.ts'
import { renderHtml } from '../src/emails/render/render-html.ts'
import { renderText } from '../src/emails/render/render-text.ts'

export { sampleEmails } from './emails/sample-emails.ts'

/** An email as its customer gets it. */
export interface WrittenEmail {
  readonly subject: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly text: string
  readonly html: string
}

/** Writes an email in a language, as the server would. */
export const writeEmail = (sample: EmailInput, locale: string): WrittenEmail => {
  const content = composeEmail({ ...sample, locale })
  const { subject, lang, dir } = content
  return { subject, lang, dir, text: renderText(content), html: renderHtml(content) }
}
