import type { LineValues } from './console-lines.ts'

/** Tells whoever builds the page what is wrong with it, on the console; the words are a chunk that shoppers never load. */
export const tellDeveloper = (name: string, values: LineValues = {}): void =>
  void import('./console-lines.ts').then(
    ({ say }) => say(name, values),
    () => {},
  )
