import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, type FormatConfig } from 'oxfmt'
import style from '../../../.oxfmtrc.json' with { type: 'json' }
import { describeElement } from './describe-element.ts'
import { describeLocales } from './describe-locales.ts'
import { describeReference } from './describe-reference.ts'

/** The element's README. */
export const readmeFile = fileURLToPath(new URL('../README.md', import.meta.url))

/** `text` with the sections between markers generated again: the references of both elements, and the list of languages. */
export const withGenerated = async (text: string): Promise<string> => {
  const manifest = describeElement()
  const sections = {
    reference: describeReference(manifest, 'billing-checkout'),
    'portal-reference': describeReference(manifest, 'billing-portal'),
    locales: describeLocales(),
  }
  const filled = Object.entries(sections).reduce(
    (page, [name, section]) =>
      page.replace(
        new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*(<!-- /${name} -->)`),
        (_, open: string, close: string) => `${open}\n${section}\n\n${close}`,
      ),
    text,
  )
  return (await format(readmeFile, filled, style as FormatConfig)).code
}

if (import.meta.main) writeFileSync(readmeFile, await withGenerated(readFileSync(readmeFile, 'utf8')))
