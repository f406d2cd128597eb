import { expect, test } from 'vitest'
import type { AuthorizeRequest, Processor } from '../../processor.ts'
import { aCharge } from '../processor-requests.ts'

/** Tests what a processor's port promises about challenges. `challenged` is the number of a card that requires one. */
export const testShopperActions = (processor: () => Processor, challenged: string): void => {
  const ask = (request: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
    ...aCharge(challenged),
    authentication: 'required',
    returnUrl: 'http://localhost/return',
    ...request,
  })

  test('is sent to the same page however often the reference is repeated or looked up', async () => {
    const request = ask()

    const first = await processor().authorize(request)

    expect(first).toMatchObject({
      kind: 'action_required',
      action: { type: 'three_d_secure', url: expect.stringMatching(/./) },
      threeDSecure: { status: 'challenge_required' },
    })
    expect(await processor().authorize(request)).toEqual(first)
    expect(await processor().lookUp(request.reference)).toEqual(first)
  })

  test('moves no money any more when the reference was closed', async () => {
    const request = ask()
    await processor().authorize(request)

    const closed = await processor().close(request.reference)

    expect(closed).toMatchObject({ kind: 'abandoned', facts: { authCode: null } })
    expect(await processor().lookUp(request.reference)).toEqual(closed)
    expect(await processor().close(request.reference)).toEqual(closed)
  })

  test('is not requested without a shopper: the charge is declined', async () => {
    expect(await processor().authorize(ask({ authentication: 'none', returnUrl: null }))).toMatchObject({
      kind: 'declined',
      declineCode: 'authentication_required',
    })
  })
}
