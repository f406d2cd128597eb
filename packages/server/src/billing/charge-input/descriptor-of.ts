import type { Organization } from '../../organization/organization.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'

/**
 * The statement descriptor: the session's, else the organization's, else the organization's name in the characters that card schemes allow.
 * Null if that name has fewer than five such characters or no letter.
 */
export const descriptorOf = ({ name, settings }: Organization, ofSession: string | null | undefined): string | null => {
  const given = ofSession ?? settings.statement_descriptor
  if (given !== null) return given
  const plain = (settings.display_name ?? name)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 .,*&/+-]/g, '')
    .trim()
    .slice(0, lengthMax)
    .trim()
    .toUpperCase()
  return plain.length >= 5 && /[A-Z]/.test(plain) ? plain : null
}

/**
 * The statement descriptor of a renewal. After a trial, the descriptor of the first charge ends in `TRIAL END` if there is room, as Visa
 * requires of merchants with trials. All tries of the claim use the same descriptor.
 */
export const descriptorOfRenewal = (
  organization: Organization,
  { endsTrial }: Pick<FrozenClaim, 'endsTrial'>,
): string | null => {
  const usual = descriptorOf(organization, null)
  const marked = `${usual} TRIAL END`
  return endsTrial === true && usual !== null && marked.length <= lengthMax ? marked : usual
}

/** The largest number of characters that card schemes show. */
const lengthMax = 22
