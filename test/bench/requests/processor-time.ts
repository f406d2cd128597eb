import { readdirSync, readFileSync } from 'node:fs'

/** Processor milliseconds that processes and their children have used so far, by the operating system (Linux only). */
export const processorMillis = (parents: readonly number[]): number => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)))
  const counted = all.filter(({ pid, parent }) => parents.includes(pid) || parents.includes(parent))
  // What a child that has ended had used is counted with its parent.
  return counted.reduce((sum, { ticks, ticksOfEnded }) => sum + ticks + ticksOfEnded, 0) * millisPerTick
}

/** Linux counts in hundredths of a second for whoever asks. */
const millisPerTick = 10

interface ProcessTimes {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
  readonly ticksOfEnded: number
}

const readTimes = (pid: number): readonly ProcessTimes[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before may contain anything, spaces and brackets included.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const number = (place: number) => Number(fields[place - 3])
    return [{ pid, parent: number(4), ticks: number(14) + number(15), ticksOfEnded: number(16) + number(17) }]
  } catch {
    return []
  }
}
