import { isIP } from 'node:net'
import { refuseIssues } from '../../reading/refuse-issues.ts'
import { type AllowedAddresses, isAllowedAddress } from '../outgoing/address-guard.ts'

/** Throws `invalid_parameter` for a URL to which webhooks cannot be sent. The URL's host name is resolved only when a webhook is sent. */
export const refuseForbiddenUrl = (url: string | undefined, addresses: AllowedAddresses): void => {
  const issue = url === undefined ? undefined : issueOfUrl(url, addresses)
  if (issue !== undefined) refuseIssues([{ path: 'body.url', code: 'invalid_value', message: `url ${issue}.` }])
}

const issueOfUrl = (text: string, addresses: AllowedAddresses): string | undefined => {
  if (!URL.canParse(text)) return 'must be an address such as https://shop.example/webhooks'
  const url = new URL(text)
  const schemes = addresses.mode === 'sandbox' ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) return `must begin with https://, got ${url.protocol}//`
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.hash !== '') return 'must not contain a fragment'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) > 0 && !isAllowedAddress(host, addresses))
    return `must not be an address of a private network, got ${host}`
  if (isLocalName(host) && !isAllowedAddress('127.0.0.1', addresses)) return 'must not be the server itself'
  return undefined
}

/** Whether every machine refers to itself by this host name. */
const isLocalName = (host: string): boolean => /(?:^|\.)localhost\.?$/.test(host)
