import { Problem } from '@billing-checkout/contract'
import { isFramed, routeOf, type Sale } from '../../connections/route-of.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'
import type { EnteredMethod, TypedMethod, WalletMethod } from '../charge-input/charge-draft.ts'
import { connectionChanged } from './describe-tokenized.ts'
import { enteredElsewhere, kindNotOffered } from './open-new-method.ts'

/**
 * A new method with the connection that the organization's routing sends this sale over. Throws `connection_changed` where that is not
 * the connection which made a token of the card. Whether money may move over the connection is decided when its attempt is written.
 */
export const routeMethod = (
  { processors }: Billing,
  organization: Organization,
  method: EnteredMethod,
  sale: Sale,
): TypedMethod | WalletMethod => {
  const processor = routeOf(processors, organization, { kind: method.type, sale })
  if (processor === undefined) throw kindNotOffered(method.type)
  if (method.connection !== null && method.connection !== processor.id) throw connectionChanged(method.connection)
  const isSealed = method.charged.kind === 'typed_card'
  if (isSealed && processor.cardEntry !== undefined) throw enteredElsewhere(processor)
  if (method.charged.kind === 'wallet_token' && isFramed(processor, method.charged.type))
    throw new Problem('connection_changed', `${method.type} is paid with by the button of ${processor.id} now.`)
  return { ...method, connection: processor.id }
}
