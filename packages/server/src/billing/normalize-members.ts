import type { SessionMembers } from '@billing-checkout/contract'
import { mergeMetadata, mergePatch } from './merge-patch.ts'

/**
 * A session's members after a change: merged, with `customer.country` moved to where it belongs, and without empty
 * members, so that whoever reads them has one form to know (decisions 7).
 */
export const normalizeMembers = (stored: SessionMembers, change: SessionMembers): SessionMembers => {
  const moved = moveCountry(change)
  return {
    ...mergePatch(stored, withoutMetadata(moved)),
    ...withMetadata('customer', stored, moved),
    ...withMetadata('payment', stored, moved),
    ...withMetadata('subscription', stored, moved),
  }
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

/** One member with its metadata merged per key, or nothing when the change does not touch it. */
const withMetadata = (member: WithMetadata, stored: SessionMembers, change: SessionMembers): SessionMembers => {
  if (!change[member]) return {}
  const metadata = mergeMetadata(stored[member]?.metadata ?? {}, change[member].metadata, `body.${member}.metadata`)
  const { [member]: merged } = mergePatch(stored, withoutMetadata({ [member]: change[member] }))
  return { [member]: { ...merged, metadata } }
}
