import { text } from 'node:stream/consumers'
import { Problem } from '@billing-checkout/contract'
import { readFile, stat } from 'node:fs/promises'
import { checkLogoBytes } from '../../organization/logo-rules.ts'

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

/**
 * Reads an image file as Base64. Throws `invalid_parameter` if the path is not a file, or the file cannot be read or is too large for a
 * logo.
 */
export const readLogo = async (path: string): Promise<string> => {
  try {
    const found = await stat(path)
    if (!found.isFile())
      throw new Problem('invalid_parameter', `--logo must name a file; ${JSON.stringify(path)} is not a file.`)
    checkLogoBytes(found.size)
    return await readFile(path, 'base64')
  } catch (error) {
    if (error instanceof Problem) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Problem('invalid_parameter', `--logo must name a file; ${JSON.stringify(path)} cannot be read: ${code}.`)
  }
}
