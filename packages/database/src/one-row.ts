import { required } from '@billing-checkout/domain'

/** The row of a statement that always returns exactly one. */
export const oneRow = <Row>(rows: readonly Row[]): Row => required(rows[0], 'row of a statement')
