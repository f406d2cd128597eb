import { Problem } from '@billing-checkout/contract'
import type { CustomerRow } from '../../store/rows.ts'

/** Refuses an operation on an erased customer. */
export const refuseErased = ({ id, erasedAt }: Pick<CustomerRow, 'id' | 'erasedAt'>): void => {
  if (erasedAt !== null) throw new Problem('not_found', `Customer ${id} was erased at ${erasedAt}.`)
}
