import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'

/** Reads the JSON file that an option names. */
export const readJsonFile = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new InvalidArgumentError(
      isMissing ? 'There is no such file.' : `It must be a file of JSON: ${(error as Error).message}`,
    )
  }
}

/** Parses an option's number of seconds. */
export const parseSeconds = (text: string): number => {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of seconds.')
}

/** Parses an option's JSON text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON: ${(error as Error).message}.`)
  }
}
