/** Why a verified identity is not let in, for the log, and whose it seemed to be. */
export class IdentityRefusal extends Error {
  override readonly name = 'IdentityRefusal'
  readonly userId: string | undefined

  constructor(reason: string, userId?: string) {
    super(reason)
    this.userId = userId
  }
}
