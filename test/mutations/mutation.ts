/** An edit of the sources that breaks a promise, and what has to notice. */
export interface Mutation {
  /** What is broken, as a sentence without a stop. */
  readonly name: string
  /** Path from the root of the repository. */
  readonly file: string
  /** Text that is there exactly once. */
  readonly find: string
  readonly replace: string
  readonly diesBy: Killer
}

/** A test of a project of vitest by file and title, or by a part of it; or meetings that go wrong. */
export type Killer =
  | { readonly project: Project; readonly test: string; readonly title: string }
  | { readonly meetings: readonly string[] }

type Project = 'tidy' | 'unit' | 'operations' | 'simulation' | 'journeys' | 'browser'
