/** Why a server cannot start or a command cannot run, in a sentence for the operator. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
