/** Thrown if a verified identity is not admitted, with the reason and the apparent user, for the log. */
export class IdentityRefusal extends Error {
  override readonly name = 'IdentityRefusal'
  readonly userId: string | undefined

  constructor(reason: string, userId?: string) {
    super(reason)
    this.userId = userId
  }
}
