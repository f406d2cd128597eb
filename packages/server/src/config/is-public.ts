import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'

/**
 * Whether other machines reach the server: by its `PUBLIC_URL`, or, without one, because it listens at an address that is not this
 * machine's own.
 */
export const isPublic = ({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): boolean =>
  publicUrl === null ? !isLoopbackHost(host) : isPublicUrl(publicUrl)

/** Whether an address for browsers leads to another machine than the browser's own. */
export const isPublicUrl = (url: string): boolean => URL.canParse(url) && !isLoopbackHost(new URL(url).hostname)

/** Whether no other machine can read what is sent to an address: over https, or over http on the machine itself. */
export const isSecureUrl = (url: URL | string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}

/** Whether a host name or an address means the machine itself. */
export const isLoopbackHost = (name: string): boolean => {
  const host = name.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback'
  return host === 'localhost' || host.endsWith('.localhost')
}
