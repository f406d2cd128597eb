import type { LineValues } from './console-lines.ts'

/** Logs a mistake of the page to the console, for its developer. The messages are in a chunk that shoppers never load. */
export const tellDeveloper = (name: string, values: LineValues = {}): void =>
  void import('./console-lines.ts').then(
    ({ say }) => say(name, values),
    () => {},
  )
