import ipaddr from 'ipaddr.js'
import type { Mode } from '../../config/mode.ts'

/** Which addresses a merchant's endpoint may have. */
export interface AllowedAddresses {
  /** A sandbox that only its own machine reaches may send to that machine. */
  readonly mode: Mode
  /** Whether other machines reach this server; no unless it is given. */
  readonly isPublic?: boolean
  /** Addresses and subnets of private networks that the operator names. */
  readonly allowed: readonly string[]
}

/**
 * Whether an address may be connected to: any of the public internet, and what the operator names. Private networks, the
 * machine itself, link-local addresses such as those of cloud metadata, and addresses that stand for others (mapped, translated,
 * tunnelled) are not, because a merchant could reach through us what only we can reach.
 */
export const isAllowedAddress = (address: string, { mode, isPublic = false, allowed }: AllowedAddresses): boolean => {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address in the clothes of IPv6 is judged as what the operating system connects to.
  const parsed = ipaddr.process(address)
  if (allowed.some((subnet) => isWithin(parsed, subnet))) return true
  const range = parsed.range()
  if (range === 'unicast') return !isWithin(parsed, compatible)
  return mode === 'sandbox' && !isPublic && range === 'loopback'
}

/** IPv6 addresses that end in an IPv4 address, deprecated by RFC 4291; the library takes them for public. */
const compatible = '::/96'

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, subnet: string): boolean => {
  const [network, bits] = ipaddr.parseCIDR(
    subnet.includes('/') ? subnet : `${subnet}/${subnet.includes(':') ? 128 : 32}`,
  )
  return network.kind() === address.kind() && address.match(network, bits)
}
