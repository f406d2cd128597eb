import { type Operation, operations } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { operationTable } from './operation-table.ts'

test('the client has every operation of the contract, with the same method and path', () => {
  const listed = Object.values(operations) as readonly Operation[]

  expect(operationTable).toEqual(
    Object.fromEntries(
      listed.map((operation) => {
        const { name, method, path } = operation
        return [name, { method, path, sends: sentBy(operation) }]
      }),
    ),
  )
})

test('no path has more than the one id that a method takes', () => {
  for (const { path } of Object.values(operationTable)) expect(path.match(/\{/g) ?? []).toSatisfy(hasAtMostOne)
})

const sentBy = ({ body, query }: Operation): readonly string[] => {
  const { shape } = query as unknown as { shape: object }
  return [...(body === null ? [] : ['body']), ...(Object.keys(shape).length > 0 ? ['query'] : [])]
}

const hasAtMostOne = (list: readonly unknown[]): boolean => list.length <= 1
