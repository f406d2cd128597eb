import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { type AllowedAddresses, isAllowedAddress } from './address-guard.ts'

/** Thrown instead of connecting to an address that is not allowed. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/** Resolves host names; by default, the operating system does. */
export type ResolveHost = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const connectMillis = 10_000

/**
 * An agent that connects only to allowed addresses. It resolves a name once for each connection, and connects to the address that it
 * checked. A merchant therefore gains nothing from a name that later resolves differently.
 */
export const guardedAgent = (addresses: AllowedAddresses, lookUpAll: ResolveHost = lookUp): Agent => {
  const connect = buildConnector({
    timeout: connectMillis,
    lookup: (hostname, options, done) => {
      lookUpAll(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null) return done(error, [])
        const allowed = found.filter(({ address }) => isAllowedAddress(address, addresses))
        const [first] = allowed
        if (first === undefined) return done(new ForbiddenAddress(messageOf(hostname)), [])
        if (options.all) done(null, allowed)
        else done(null, first.address, first.family)
      })
    },
  })
  return new Agent({
    connect: (options, done) => {
      const hostname = options.hostname.replace(/^\[|\]$/g, '')
      // A host that is already an address is not resolved, so it is checked here.
      if (isIP(hostname) > 0 && !isAllowedAddress(hostname, addresses))
        return done(new ForbiddenAddress(messageOf(hostname)), null)
      return connect(options, done)
    },
    keepAliveTimeout: 10_000,
    // Only the first bytes of an answer are read, so large headers need not be accepted.
    maxHeaderSize: 16_384,
  })
}

const messageOf = (hostname: string): string => `${hostname} has no address that webhooks may be sent to.`
