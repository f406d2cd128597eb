/** Thrown if another request with the same idempotency key came first. The HTTP layer catches it and returns the result of that request. */
export class IdempotencyKeyTaken extends Error {
  override readonly name = 'IdempotencyKeyTaken'

  constructor() {
    super('Another request with the same idempotency key was first.')
  }
}
