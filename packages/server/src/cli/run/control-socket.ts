import { createHash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'

/** Where a server listens for commands: a socket in its data folder, which only its owner can reach. */
export const controlSocketOf = (dataDir: string): string => {
  const path = join(resolve(dataDir), 'control.sock')
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\billing-checkout-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
  }
  // The operating system takes about a hundred bytes; seen from here a deep folder may be near.
  const near = relative(process.cwd(), path)
  return Buffer.byteLength(near) < Buffer.byteLength(path) ? near : path
}

/** Tells servers of different databases apart without telling the password. */
export const fingerprintOfDatabase = (databaseUrl: string | null): string =>
  createHash('sha256')
    .update(databaseUrl ?? 'embedded')
    .digest('base64url')
