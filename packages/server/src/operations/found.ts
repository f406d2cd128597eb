import { Problem } from '@billing-checkout/contract'

/** Returns the item that a query found. Throws `not_found` with the noun and the id if there is none. */
export const found = <Item>([item]: readonly Item[], noun: string, id: string): Item => {
  if (item === undefined) throw new Problem('not_found', `There is no ${noun} ${id}.`)
  return item
}
