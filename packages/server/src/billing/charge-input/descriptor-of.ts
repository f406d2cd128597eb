import type { Organization } from '../../organization/organization.ts'

/** What a bank statement says: the session's words, else the organization's, else its name as card schemes allow it. */
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
