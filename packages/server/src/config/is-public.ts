import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'

/**
 * Whether other machines can reach the server: through its `PUBLIC_URL` or, without one, because it does not listen on a loopback address.
 */
export const isPublic = ({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): boolean =>
  publicUrl === null ? !isLoopbackHost(host) : isPublicUrl(publicUrl)

/** Whether a URL leads a browser to a machine other than its own. */
export const isPublicUrl = (url: string): boolean => URL.canParse(url) && !isLoopbackHost(new URL(url).hostname)

/** Whether no other machine can read requests to a URL: they use https, or stay on this machine. */
export const isSecureUrl = (url: URL | string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}

/** Whether a host name or an address means this machine. */
export const isLoopbackHost = (name: string): boolean => {
  const host = name.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback'
  return host === 'localhost' || host.endsWith('.localhost')
}
