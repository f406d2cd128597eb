import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** A line of the journal of erasures, which is kept outside of the database: whoever restores a backup repeats what it says. */
export interface JournalledErasure {
  readonly organization: string
  readonly customer: string
}

/** Adds lines to a journal; they are on the disk when it answers. */
export const appendToJournal = async (path: string, erasures: readonly JournalledErasure[]): Promise<void> => {
  const file = await open(path, 'a', 0o600)
  try {
    // A line that a crash has cut short must not become one with the next.
    await file.appendFile(erasures.map((erasure) => `\n${JSON.stringify(erasure)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads a journal; nobody was erased where there is none. Throws for a file that is something else. */
export const readJournal = (path: string): readonly JournalledErasure[] => {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const erasure = readLine(line)
    if (erasure !== undefined) return [erasure]
    // What was being written at a crash was not answered yet, and is written again.
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
