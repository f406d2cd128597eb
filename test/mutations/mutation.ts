/** Edits of the sources that break a promise together, and what has to notice. */
export interface Mutation {
  /** What is broken, as a sentence without a stop. */
  readonly name: string
  readonly edits: readonly Edit[]
  readonly diesBy: Killer
}

/** A text of a file that another takes the place of. */
export interface Edit {
  /** Path from the root of the repository. */
  readonly file: string
  /** Text that is there exactly once. */
  readonly find: string
  readonly replace: string
}

/** A test of a project of vitest by file and title, or by a part of it; or `npm run simulate` with these arguments. */
export type Killer =
  | { readonly project: Project; readonly test: string; readonly title: string }
  | { readonly simulate: readonly string[] }

type Project = 'tidy' | 'unit' | 'operations' | 'simulation' | 'journeys' | 'browser'
