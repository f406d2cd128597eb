import { expect, test } from 'vitest'
import type { AuthorizeRequest, Processor } from '../../processor.ts'
import { aCharge, aReference, storedMethod, tokenOf } from '../processor-requests.ts'

/** Tests what a processor's port promises about stored methods, and about erased customers. */
export const testStoredMethods = (processor: () => Processor, approves: string): void => {
  const pay = (request: Partial<AuthorizeRequest>) => processor().authorize({ ...aCharge(approves), ...request })

  test('is charged later without the shopper', async () => {
    const token = tokenOf(await pay({ amount: 0, store: true }))

    expect(await pay({ initiator: 'MIT', method: storedMethod(token) })).toMatchObject({
      kind: 'approved',
      facts: { tokenType: 'PROCESSOR_TOKEN' },
      storedToken: token,
    })
  })

  test('is stored only if the charge says so', async () => {
    expect(await pay({ store: false })).toMatchObject({ kind: 'approved', storedToken: null })
  })

  test('is no longer charged after its customer is forgotten, however often that is repeated', async () => {
    const reference = aReference()
    const token = tokenOf(await pay({ reference, amount: 0, store: true }))
    const customer = {
      id: 'cus_of_the_suite',
      record: null,
      tokens: [token, 'tok_of_nobody'],
      references: [reference, aReference()],
    }

    await processor().forget(customer)
    await processor().forget(customer)

    const { kind } = await pay({ initiator: 'MIT', method: storedMethod(token) })
    expect(['declined', 'failed']).toContain(kind)
    expect(await processor().lookUp(reference)).toMatchObject({ kind: 'approved' })
  })

  test('is no longer charged after it is detached, however often that is repeated; others are', async () => {
    const [token, other] = [
      tokenOf(await pay({ amount: 0, store: true })),
      tokenOf(await pay({ amount: 0, store: true })),
    ]

    await processor().detach(token)
    await processor().detach(token)
    await processor().detach('tok_of_nobody')

    const { kind } = await pay({ initiator: 'MIT', method: storedMethod(token) })
    expect(['declined', 'failed']).toContain(kind)
    expect(await pay({ initiator: 'MIT', method: storedMethod(other) })).toMatchObject({ kind: 'approved' })
  })

  test('is described as the card that it is, as long as it is stored, where stored cards are kept up to date', async ({
    skip,
  }) => {
    skip(processor().describeStored === undefined, 'It keeps no stored cards up to date.')
    const token = tokenOf(await pay({ amount: 0, store: true }))

    const described = await processor().describeStored!(token)
    await processor().detach(token)

    expect(described?.details.last4).toBe(approves.slice(-4))
    expect(JSON.stringify(described)).not.toContain(approves)
    expect(await processor().describeStored!(token)).toBeUndefined()
    expect(await processor().describeStored!('tok_of_nobody')).toBeUndefined()
  })

  test('that was never stored is refused', async () => {
    const { kind } = await pay({ initiator: 'MIT', method: storedMethod('tok_of_nobody') })

    expect(['declined', 'failed']).toContain(kind)
  })
}
