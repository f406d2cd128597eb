import { createHash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'

/**
 * The path of the socket on which a server takes commands. It lies in the data folder, so only the folder's owner can reach it; on Windows,
 * it is a named pipe.
 */
export const controlSocketOf = (dataDir: string): string => {
  const path = join(resolve(dataDir), 'control.sock')
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\billing-checkout-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
  }
  // Operating systems limit the path to about a hundred bytes; for a deep folder the relative path may be shorter.
  const near = relative(process.cwd(), path)
  return Buffer.byteLength(near) < Buffer.byteLength(path) ? near : path
}

/** Distinguishes servers of different databases without revealing the password in the address. */
export const fingerprintOfDatabase = (databaseUrl: string | null): string =>
  createHash('sha256')
    .update(databaseUrl ?? 'embedded')
    .digest('base64url')
