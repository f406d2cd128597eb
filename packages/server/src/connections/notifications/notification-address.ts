import { BlockList, isIP } from 'node:net'
import type { ConnectionRow } from '../../store/rows.ts'

/** The address to which a processor sends a connection's notifications, or why the processor cannot send any to this server. */
export const notificationAddressOf = (
  { id, settings }: Pick<ConnectionRow, 'id' | 'settings'>,
  publicUrl: string,
): { readonly url: string } | { readonly unreachable: string } => {
  const url = `${publicUrl.replace(/\/$/, '')}/connections/${id}/notifications`
  // A stand-in for a processor runs on this machine, so it can reach any address.
  if (settings.api_url !== null || isReachableByProcessors(new URL(publicUrl))) return { url }
  return {
    unreachable: `Processors send notifications to public https addresses, and PUBLIC_URL is ${publicUrl}. Everything is found without them, some minutes or a day later.`,
  }
}

/** Whether a company elsewhere can reach a URL: it uses https, and its host is not in a private network. */
export const isReachableByProcessors = ({ protocol, hostname }: URL): boolean => {
  if (protocol !== 'https:') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family !== 0) return !privateAddresses.check(host, family === 6 ? 'ipv6' : 'ipv4')
  return host.includes('.') && !/\.(?:localhost|local|internal|test|invalid|example)$/.test(host)
}

const privateAddresses = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv6')
