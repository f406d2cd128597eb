import { Problem } from '@billing-checkout/contract'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** Reads a secret from a file, or from standard input if no path is given. */
export const readSecret = async (path: string | undefined): Promise<string> => {
  if (path === undefined) {
    if (process.stdin.isTTY) process.stderr.write('Paste the secret, then end the input (Ctrl-D):\n')
    return text(process.stdin)
  }
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Problem('invalid_parameter', `--secret-file cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
