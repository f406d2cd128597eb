import ipaddr from 'ipaddr.js'
import type { Billing } from '../../billing/billing.ts'
import type { Mode } from '../../config/mode.ts'

/** Which network addresses a merchant's endpoint may have. */
export interface AllowedAddresses {
  /** In sandbox mode, a server that no other machine can reach may send webhooks to its own machine. */
  readonly mode: Mode
  /** Whether other machines reach this server; absent: no. */
  readonly isPublic?: boolean
  /** Addresses and subnets of private networks that the operator allows. */
  readonly allowed: readonly string[]
}

/** The network addresses to which this server may send webhooks. */
export const endpointAddresses = ({ mode, webhooksAllow, isPublic }: Billing): AllowedAddresses => ({
  mode,
  isPublic: isPublic(),
  allowed: webhooksAllow,
})

/**
 * Whether a connection to a network address is allowed: to the public internet, to addresses that the operator allows, and to this machine
 * from a sandbox that no other machine can reach. All others are refused: private networks, link-local addresses such as those of cloud
 * metadata, and addresses that stand for others (translated, tunneled). A merchant could otherwise reach systems that only our server can
 * reach.
 */
export const isAllowedAddress = (address: string, { mode, isPublic = false, allowed }: AllowedAddresses): boolean => {
  if (!ipaddr.isValid(address)) return false
  // An IPv4-mapped IPv6 address is judged by its IPv4 address, because the operating system connects to that address.
  const parsed = ipaddr.process(address)
  if (allowed.some((subnet) => isWithin(parsed, subnet))) return true
  const range = parsed.range()
  if (range === 'unicast') return !isWithin(parsed, compatible)
  return mode === 'sandbox' && !isPublic && range === 'loopback'
}

/** IPv6 addresses that end in an IPv4 address, deprecated by RFC 4291; the library treats them as public. */
const compatible = '::/96'

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, subnet: string): boolean => {
  const [network, bits] = ipaddr.parseCIDR(
    subnet.includes('/') ? subnet : `${subnet}/${subnet.includes(':') ? 128 : 32}`,
  )
  return network.kind() === address.kind() && address.match(network, bits)
}
