import { operations, type SessionMembers } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { refuseIssues } from '../../reading/refuse-issues.ts'
import { movesAbroad } from '../customers/insert-customer.ts'
import { mergeMetadata, mergePatch } from '../merge-patch.ts'

/**
 * Merges a change into a session's members and returns them in the form that all readers rely on. `customer.country` is moved into the
 * address, an address in the former country is dropped, and no member is null.
 */
export const normalizeMembers = (before: SessionMembers, change: SessionMembers): SessionMembers => {
  const moved = forgetQuantity(before, nameOneDiscount(nameOneCustomer(moveCountry(change))))
  const stored = clearForeignAddress(before, moved)
  const members = {
    ...mergePatch(stored, withoutMetadata(moved)),
    ...withMetadata('customer', stored, moved),
    ...withMetadata('payment', stored, moved),
    ...withMetadata('subscription', stored, moved),
  }
  refuseInvalidMembers(members)
  return members
}

/** Keeps only one way to name a customer: naming an id clears the external_id, and the reverse; otherwise the wrong customer could pay. */
const nameOneCustomer = (change: SessionMembers): SessionMembers => {
  const { id, external_id: externalId } = change.customer ?? {}
  if (id) return { ...change, customer: { ...change.customer, external_id: null } }
  return externalId ? { ...change, customer: { ...change.customer, id: null } } : change
}

/** Keeps only one way to name a discount: naming an id clears the code, and the reverse. */
const nameOneDiscount = (change: SessionMembers): SessionMembers => {
  const { id, code } = change.discount ?? {}
  if (id) return { ...change, discount: { id, code: null } }
  return code ? { ...change, discount: { id: null, code } } : change
}

/** A change of plan clears the quantity, which was chosen for the former plan. */
const forgetQuantity = (stored: SessionMembers, change: SessionMembers): SessionMembers =>
  change.plan?.id === undefined || change.plan.id === stored.plan?.id || change.plan.quantity !== undefined
    ? change
    : { ...change, plan: { ...change.plan, quantity: null } }

/** A change of country clears the address, which was in the former country. */
const clearForeignAddress = (stored: SessionMembers, { customer }: SessionMembers): SessionMembers =>
  stored.customer && customer?.address && movesAbroad(stored.customer.address, customer.address)
    ? { ...stored, customer: { ...stored.customer, address: undefined } }
    : stored

/** Throws if a session's members after a change break a rule for new sessions. */
const refuseInvalidMembers = (members: SessionMembers): void => {
  const { error } = required(operations.createClientSession.body, 'body of createClientSession').safeParse(members)
  const issues = error?.issues ?? []
  refuseIssues(
    issues.map(({ path, message }) => {
      const place = ['body', ...path].join('.')
      return { path: place, code: 'invalid_value', message: `With what the session has already, ${place} ${message}.` }
    }),
  )
}

const moveCountry = (change: SessionMembers): SessionMembers => {
  if (!change.customer || change.customer.country === undefined) return change
  const { country, ...customer } = change.customer
  return { ...change, customer: { ...customer, address: { ...customer.address, country } } }
}

type WithMetadata = 'customer' | 'payment' | 'subscription'

const withoutMetadata = (change: SessionMembers): SessionMembers =>
  Object.fromEntries(
    Object.entries(change).map(([member, value]) =>
      value && 'metadata' in value ? [member, { ...value, metadata: undefined }] : [member, value],
    ),
  )

/** One member of a session, merged with the change; its metadata is merged per key. Empty if the change does not contain the member. */
const withMetadata = (member: WithMetadata, stored: SessionMembers, change: SessionMembers): SessionMembers => {
  if (!change[member]) return {}
  const metadata = mergeMetadata(stored[member]?.metadata ?? {}, change[member].metadata, `body.${member}.metadata`)
  const { [member]: merged } = mergePatch(stored, withoutMetadata({ [member]: change[member] }))
  return { [member]: { ...merged, metadata } }
}
