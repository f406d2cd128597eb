import { readdirSync, readFileSync } from 'node:fs'

/** The processor time so far of each thread of some processes and their children, in nanoseconds. */
export type ProcessorTime = ReadonlyMap<string, number>

/**
 * Reads the processor time of processes and their children from the operating system's scheduler (Linux only), in nanoseconds. Other
 * counters count in hundredths of a second, and a hundred quick requests take only a few of these.
 */
export const readProcessorTime = (parents: readonly number[]): ProcessorTime => {
  const counted = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parents.includes(Number(name)) || parents.includes(parentOf(name)))
  return new Map(counted.flatMap(threadsOf).flatMap((thread) => timeOf(thread)))
}

/** Milliseconds used since an earlier reading, by all threads that still run. */
export const millisSince = (before: ProcessorTime, parents: readonly number[]): number => {
  let nanos = 0
  for (const [thread, used] of readProcessorTime(parents)) nanos += used - (before.get(thread) ?? 0)
  return nanos / 1e6
}

const parentOf = (pid: string): number => {
  const text = readOrEmpty(`/proc/${pid}/stat`)
  // The process name before the last bracket may contain anything, including spaces and brackets.
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

// Processes and threads may end while they are read.
const readOrEmpty = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
