/** Edits of the sources that together break a promise, and the test that has to notice. */
export interface Mutation {
  /** What is broken, as a sentence without a full stop. */
  readonly name: string
  readonly edits: readonly Edit[]
  readonly diesBy: Killer
}

/** A replacement of one text in a file. */
export interface Edit {
  /** Path from the root of the repository. */
  readonly file: string
  /** Text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

/** A vitest test, by its project, its file and all or part of its title; or `npm run simulate` with these arguments. */
export type Killer =
  | { readonly project: Project; readonly test: string; readonly title: string }
  | { readonly simulate: readonly string[] }

type Project = 'tidy' | 'unit' | 'operations' | 'simulation' | 'journeys' | 'browser'
