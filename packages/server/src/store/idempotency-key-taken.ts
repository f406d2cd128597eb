/** Another request with the same idempotency key was first; the HTTP edge looks at what became of it (decisions 5). */
export class IdempotencyKeyTaken extends Error {
  override readonly name = 'IdempotencyKeyTaken'

  constructor() {
    super('Another request with the same idempotency key was first.')
  }
}
