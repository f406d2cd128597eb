import { BlockList, isIPv6 } from 'node:net'
import { addDays, type Timestamp } from '@billing-checkout/domain'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../store/database.ts'

/** A warning about proxies that only the operator can act on. */
export interface ProxyWarning {
  readonly message: string
  /** True if all shoppers certainly share one address. False if a single caller may have forged the evidence. */
  readonly isCertain: boolean
}

/**
 * Finds reasons why all shoppers seem to have the same network address: an https address without a trusted proxy, and requests of the last
 * day that an untrusted proxy forwarded. With one address, twenty declines of one shopper close the checkout for all.
 */
export const findProxyWarnings = async (
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  database: Database,
  wall: Timestamp,
): Promise<readonly ProxyWarning[]> => {
  const seen = await database
    .selectFrom('operatorWarnings')
    .select('detail')
    .where('name', '=', untrustedProxy)
    .where('seenAt', '>', addDays(wall, -1))
    .executeTakeFirst()
  return [
    ...(publicUrl?.startsWith('https:') && trustedProxies.length === 0 ? [withoutProxy] : []),
    ...(seen === undefined ? [] : [forwardedBy(seen.detail)]),
  ]
}

/** The name of the warning that an untrusted proxy forwarded a request. */
export const untrustedProxy = 'untrusted proxy'

/**
 * Describes the sender of a forwarded request: its address if the address is in a private network; otherwise only that the address is
 * public.
 */
export const describeProxy = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return privateNetworks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4') ? plain : publicAddress
}

const publicAddress = 'a public address'

const withoutProxy: ProxyWarning = {
  message:
    "PUBLIC_URL is https, which only a proxy in front of this server can speak, and TRUST_PROXY names none: all shoppers count as one address, the proxy's. Set TRUST_PROXY to its address, such as loopback or 10.0.0.0/8.",
  isCertain: true,
}

const forwardedBy = (from: string): ProxyWarning => ({
  message: `Requests were forwarded by ${from}, which TRUST_PROXY does not name: if it is a proxy, all shoppers behind it count as one address. ${
    from === publicAddress
      ? 'Set TRUST_PROXY to its address if there is one.'
      : `Set TRUST_PROXY to it, such as ${from}.`
  }`,
  isCertain: from !== publicAddress,
})

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')
