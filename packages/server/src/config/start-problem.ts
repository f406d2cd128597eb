/** Thrown if a server cannot start or a command cannot run, with a sentence for the operator. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
