import type { LineValues } from './console-lines.ts'

/** Logs a mistake of the page to the console, for the page's developer. The messages are in a separate chunk, which loads only then. */
export const tellDeveloper = (name: string, values: LineValues = {}): void =>
  void import('./console-lines.ts').then(
    ({ logOnce }) => logOnce(name, values),
    () => {},
  )
