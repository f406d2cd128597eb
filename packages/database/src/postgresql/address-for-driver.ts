import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { DatabaseProblem } from '../errors/database-problem.ts'

/**
 * Rewrites a PostgreSQL address for the driver. The modes `prefer`, `require` and `verify-ca` become `verify-full`, which verifies the
 * server's certificate and host name. The driver treats these modes in the same way, but prints a warning. `no-verify` and
 * `uselibpqcompat=true` stay as they are, for private networks. `sslrootcert=system` means the certificates that ship with Node. Throws a
 * DatabaseProblem if the address names a file that cannot be used.
 */
export const addressForDriver = (address: string, setting = 'DATABASE_URL'): string => {
  if (!URL.canParse(address)) return address
  const options = new URL(address).searchParams
  for (const [option, what] of Object.entries(files)) {
    const path = options.get(option)
    if (path !== null && path !== 'system') refuseUnusable(path, `${setting} names ${what} in ${option}`)
  }
  if (options.get('uselibpqcompat') === 'true') return address
  const read = address.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=[&#]|$)/, 'verify-full')
  // Replace the option in the text: a URL object would encode all other options again.
  return read.replace(/(?<=[?&])sslrootcert=system(?=[&#]|$)/, options.has('sslmode') ? '' : 'sslmode=verify-full')
}

const files = {
  sslrootcert: 'the certificates of a CA',
  sslcert: 'a certificate',
  sslkey: 'a key',
} as const

const refuseUnusable = (path: string, named: string): void => {
  const text = readPem(path, named)
  if (named.endsWith('sslkey')) return
  try {
    void new X509Certificate(text)
  } catch (error) {
    throw problem(`${named}, but ${path} contains no certificate in PEM format.`, error)
  }
}

const readPem = (path: string, named: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw problem(
      isMissing ? `${named}, but there is no file ${path}.` : `${named}, but ${path} cannot be read.`,
      error,
    )
  }
}

const problem = (message: string, cause: unknown): DatabaseProblem =>
  new DatabaseProblem('database_unreachable', message, { cause })

/** How a connection to an address is protected; `local`: the connection does not leave the machine. */
export type ConnectionProtection = 'local' | 'none' | 'unverified' | 'verified'

/**
 * Returns how connections to a PostgreSQL address are protected, and the host that they lead to. Throws like {@link addressForDriver}.
 */
export const protectionOf = (
  address: string,
  setting?: string,
): { readonly host: string; readonly protection: ConnectionProtection } => {
  const { host, ssl } = new pg.Client(addressForDriver(address, setting)) as unknown as Connected
  if (isLocal(host)) return { host, protection: 'local' }
  if (!ssl) return { host, protection: 'none' }
  const isVerified = ssl === true || ssl.rejectUnauthorized !== false
  return { host, protection: isVerified ? 'verified' : 'unverified' }
}

/** The driver's settings for an address. */
interface Connected {
  readonly host: string
  readonly ssl: boolean | { readonly rejectUnauthorized?: boolean }
}

/** A host that starts with a slash is the folder of a Unix socket. */
const isLocal = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
