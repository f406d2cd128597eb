import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'

/** What a file of JSON holds, for an option that names it. */
export const jsonFile = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new InvalidArgumentError(
      isMissing ? 'There is no such file.' : `It must be a file of JSON: ${(error as Error).message}`,
    )
  }
}

/** A number of seconds, as an option has it. */
export const seconds = (text: string): number => {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of seconds.')
}

/** What an option says in JSON. */
export const jsonText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON: ${(error as Error).message}.`)
  }
}
