import { required } from '@billing-checkout/domain'

/** Returns the row of a statement that always returns exactly one row. */
export const oneRow = <Row>(rows: readonly Row[]): Row => required(rows[0], 'row of a statement')
