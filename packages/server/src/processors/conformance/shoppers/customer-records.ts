import { expect, test } from 'vitest'
import type { AuthorizeRequest, MadeCustomer, Processor } from '../../processor.ts'
import { aCharge, aReference, storedMethod, tokenOf } from '../processor-requests.ts'

/** Tests what a processor's port promises about its records of customers, if it keeps any. */
export const testCustomerRecords = (processor: () => Processor, approves: string): void => {
  const make = async (id: string, number = 1): Promise<string> =>
    referenceOf(await processor().customers!.make({ id, email: null, name: null }, number))

  test('is the same for a customer and a number, however often and simultaneously it is made', async ({ skip }) => {
    skip(processor().customers === undefined, 'It keeps no records of customers.')
    const id = aReference()

    const [first, ...again] = await Promise.all([make(id), make(id), make(id)])
    const others = [await make(id, 2), await make(aReference())]

    expect([...again, await make(id)]).toEqual([first, first, first])
    expect(new Set([first, ...others]).size).toBe(3)
  })

  test('holds a method that is stored with it, which is charged later without the shopper', async ({ skip }) => {
    skip(processor().customers === undefined, 'It keeps no records of customers.')
    const id = aReference()
    const customer = { id, email: null, name: null, reference: await make(id) }
    const pay = (request: Partial<AuthorizeRequest>) =>
      processor().authorize({ ...aCharge(approves), customer, ...request })

    const token = tokenOf(await pay({ store: true }))

    expect(await pay({ initiator: 'MIT', method: storedMethod(token) })).toMatchObject({ kind: 'approved' })
  })
}

const referenceOf = (made: MadeCustomer): string => {
  if (made.kind !== 'made') throw new Error(`No record was made: ${JSON.stringify(made.outcome)}`)
  return made.reference
}
