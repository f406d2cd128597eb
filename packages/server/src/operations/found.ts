import { Problem } from '@billing-checkout/contract'

/** The one thing that was looked for, or `not_found` naming what there is none of. */
export const found = <Item>([item]: readonly Item[], noun: string, id: string): Item => {
  if (item === undefined) throw new Problem('not_found', `There is no ${noun} ${id}.`)
  return item
}
