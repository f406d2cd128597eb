import { Problem } from '@billing-checkout/contract'

/** Throws the error of a command that names an object which does not exist. */
export const throwNotFound = (what: string, id: string): never => {
  throw new Problem('not_found', `There is no ${what} ${JSON.stringify(id)}.`)
}
