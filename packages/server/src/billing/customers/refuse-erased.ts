import { Problem } from '@billing-checkout/contract'
import type { CustomerRow } from '../../store/rows.ts'

/** Throws where a customer is erased: nothing is sold, charged or written to nobody. */
export const refuseErased = ({ id, erasedAt }: Pick<CustomerRow, 'id' | 'erasedAt'>): void => {
  if (erasedAt !== null) throw new Problem('not_found', `Customer ${id} was erased at ${erasedAt}.`)
}
