import { expect, test } from 'vitest'
import type { Processor } from '../processor.ts'
import { aCharge, aReference, stored, tokenOf } from './processor-requests.ts'

/** Holds a processor to what its port promises about customers who are erased. */
export const testForgottenCustomers = (processor: () => Processor, approves: string): void => {
  test('is charged no more once its customer is forgotten, however often that is asked', async () => {
    const charge = { ...aCharge(approves), amount: 0, store: true }
    const token = tokenOf(await processor().authorize(charge))
    const customer = {
      id: 'cus_of_the_suite',
      tokens: [token, 'tok_of_nobody'],
      references: [charge.reference, aReference()],
    }

    await processor().forget(customer)
    await processor().forget(customer)

    const { kind } = await processor().authorize({ ...aCharge(approves), initiator: 'MIT', method: stored(token) })
    expect(['declined', 'failed']).toContain(kind)
    expect(await processor().lookUp(charge.reference)).toMatchObject({ kind: 'approved' })
  })
}
