import { readdirSync, readFileSync } from 'node:fs'

/** What every thread of some processes and of their children has used of the processor so far, in nanoseconds. */
export type ProcessorTime = ReadonlyMap<string, number>

/**
 * What processes and their children have used of the processor so far, by the operating system's scheduler (Linux only), which
 * counts nanoseconds: a hundred quick requests take a few of the hundredths of a second that are counted elsewhere.
 */
export const readProcessorTime = (parents: readonly number[]): ProcessorTime => {
  const counted = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parents.includes(Number(name)) || parents.includes(parentOf(name)))
  return new Map(counted.flatMap(threadsOf).flatMap((thread) => timeOf(thread)))
}

/** Milliseconds that were used since an earlier reading, by all that run still. */
export const millisSince = (before: ProcessorTime, parents: readonly number[]): number => {
  let nanos = 0
  for (const [thread, used] of readProcessorTime(parents)) nanos += used - (before.get(thread) ?? 0)
  return nanos / 1e6
}

// Processes and threads may end while they are looked at.
const parentOf = (pid: string): number => {
  const text = readOrEmpty(`/proc/${pid}/stat`)
  // The name before may contain anything, spaces and brackets included.
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}

const threadsOf = (pid: string): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
  } catch {
    return []
  }
}

const timeOf = (file: string): [string, number][] => {
  const [nanos] = readOrEmpty(file).split(' ')
  return nanos ? [[file, Number(nanos)]] : []
}

const readOrEmpty = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
