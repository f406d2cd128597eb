/** Another request with the same idempotency key was first. The HTTP edge catches it and answers what that request did. */
export class IdempotencyKeyTaken extends Error {
  override readonly name = 'IdempotencyKeyTaken'

  constructor() {
    super('Another request with the same idempotency key was first.')
  }
}
