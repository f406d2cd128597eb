import type { ClientSessionRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'

/** The origin of our own pages if one of them opened the session, else null. A page on our origin must not show any other session. */
export const ownOriginOf = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  { hostedAs }: Pick<ClientSessionRow, 'hostedAs'>,
): string | null => (hostedAs === null ? null : new URL(publicUrl()).origin)
