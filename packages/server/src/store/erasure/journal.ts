import { constants, existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A line of the journal of erasures, which is stored outside the database. An operator that restores a backup repeats the erasures in the
 * journal.
 */
export interface JournalledErasure {
  readonly organization: string
  readonly customer: string
}

/** Creates an empty journal unless there is one. The file is on disk when the promise resolves. */
export const makeJournal = async (path: string): Promise<void> => {
  const file = await open(path, 'a', 0o600)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  if (process.platform === 'win32') return
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Appends lines to a journal; they are on disk when the promise resolves. Throws if the journal does not exist, because its volume may not
 * be mounted: the mount would later hide a new file, and a restore would bring back the customers in that file.
 */
export const appendToJournal = async (path: string, erasures: readonly JournalledErasure[]): Promise<void> => {
  if (!existsSync(path)) throw new Error(missingJournal(path))
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND)
  try {
    // Begin each line with a line break, because a crash may have left an incomplete last line.
    await file.appendFile(erasures.map((erasure) => `\n${JSON.stringify(erasure)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The sentence that tells the operator what to do about a missing journal. */
export const missingJournal = (path: string): string =>
  `There is no journal of erasures ${path}: mount its volume, or unset ERASURES_FILE where nobody was ever erased.`

/** Reads a journal. Throws if the file does not exist or is not a journal, because then the erased customers are unknown. */
export const readErasureJournal = (path: string): readonly JournalledErasure[] => {
  if (!existsSync(path)) throw new Error(missingJournal(path))
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const erasure = readLine(line)
    if (erasure !== undefined) return [erasure]
    // A crash cut this line short before the erasure was confirmed. The server writes the erasure into the journal again.
    if (isCutShort(line)) return []
    throw new Error(`${path} is no journal of erasures: line ${at + 1} names no customer.`)
  })
}

const isCutShort = (line: string): boolean =>
  !line.endsWith('}') && (line.startsWith(firstOfLine) || firstOfLine.startsWith(line))

const firstOfLine = '{"organization":"'

const readLine = (line: string): JournalledErasure | undefined => {
  try {
    const { organization, customer } = JSON.parse(line) as Partial<JournalledErasure>
    return typeof organization === 'string' && typeof customer === 'string' ? { organization, customer } : undefined
  } catch {
    return undefined
  }
}
