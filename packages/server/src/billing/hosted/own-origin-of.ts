import type { ClientSessionRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'

/** The origin of our own pages, if one of them shows the session; else null. Our origin may show no other session. */
export const ownOriginOf = (
  { publicUrl }: Pick<Billing, 'publicUrl'>,
  { hostedAs }: Pick<ClientSessionRow, 'hostedAs'>,
): string | null => (hostedAs === null ? null : new URL(publicUrl()).origin)
