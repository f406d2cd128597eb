import { type Operation, type OperationName, operations, type ProblemCode, problems } from '@billing-checkout/contract'
import { beforeAll, expect, test } from 'vitest'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { type Answer, startService } from '../../support/services/running-service.ts'
import { provocations } from './provocations.ts'
import { openShopWithTrouble, type ShopWithTrouble } from './shop-with-trouble.ts'

// Provokes each error code that an operation lists as its own. Every test also checks that an answer has no code which is not listed.

let shop: ShopWithTrouble
beforeAll(async () => {
  const database = await openTestDatabase('embedded')
  const sandbox = sandboxProcessor({ database: database.db })
  const otherProcessors = [{ ...sandbox, id: 'elsewhere', steps: {}, minimum: {} }]
  const service = await startService(database, { processor: sandbox, otherProcessors })
  shop = await openShopWithTrouble(service)
  return async () => {
    await service.close()
    await service.database.close()
  }
})

test('every error code that an operation lists as its own is provoked', () => {
  const listed = Object.values(operations).flatMap(({ name, problems }: Operation) =>
    problems.map((code) => `${name} ${code}`),
  )
  const provoked = Object.entries(provocations).flatMap(([name, codes]) =>
    Object.keys(codes).map((code) => `${name} ${code}`),
  )

  expect(provoked.toSorted()).toEqual(listed.toSorted())
})

const pairs = (Object.keys(provocations) as OperationName[]).flatMap((name) =>
  (Object.entries(provocations[name]) as [ProblemCode, (shop: ShopWithTrouble) => Promise<Answer>][]).map(
    ([code, provoke]) => ({ name, code, provoke }),
  ),
)

test.each(pairs)('$name answers $code', { timeout: 120_000 }, async ({ code, provoke }) => {
  const { status, body } = await provoke(shop)

  expect({ status, code: body.error?.code ?? body }).toEqual({ status: problems[code], code })
})
