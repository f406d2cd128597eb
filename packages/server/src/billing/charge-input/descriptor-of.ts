import type { Organization } from '../../organization/organization.ts'

/** The statement descriptor: the session's, else the organization's, else its name in the characters that card schemes allow. */
export const descriptorOf = ({ name, settings }: Organization, ofSession: string | null | undefined): string | null => {
  const given = ofSession ?? settings.statement_descriptor
  if (given !== null) return given
  const plain = (settings.display_name ?? name)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 .,*&/+-]/g, '')
    .trim()
    .slice(0, 22)
    .trim()
    .toUpperCase()
  return plain.length >= 5 && /[A-Z]/.test(plain) ? plain : null
}
