import { afterEach, expect, test } from 'vitest'
import {
  type ArrivedRequest,
  aRefusal,
  aService,
  type ScriptedAnswer,
  type ScriptedService,
} from '../../testing/a-service.ts'

let service: ScriptedService
afterEach(() => service.close())

/** A list that gets a new first row at each request. */
const growingList = () => {
  let rows = 5
  return ({ target }: ArrivedRequest): ScriptedAnswer => {
    const query = new URL(target, 'http://x').searchParams
    const limit = Number(query.get('limit') ?? 2)
    const page = Number(query.get('page'))
    const snapshot = Number(query.get('snapshot_at') ?? rows)
    rows += 1
    const ids = Array.from({ length: snapshot }, (_, index) => ({ id: `pay_${snapshot - index}` }))
    return {
      body: {
        data: ids.slice((page - 1) * limit, page * limit),
        meta: { limit, page, pages: Math.ceil(snapshot / limit), total: snapshot, snapshot_at: String(snapshot) },
      },
    }
  }
}

const idsOf = async (rows: AsyncIterable<{ readonly id: string }>): Promise<string[]> => {
  const ids: string[] = []
  for await (const { id } of rows) ids.push(id)
  return ids
}

test('every row is returned exactly once, though others are inserted meanwhile', async () => {
  service = await aService(growingList())

  const ids = await idsOf(service.client.all.findPayments({ limit: 2 }))

  expect(ids).toEqual(['pay_5', 'pay_4', 'pay_3', 'pay_2', 'pay_1'])
  expect(service.arrived.map(({ target }) => target)).toEqual([
    '/payments?limit=2&page=1',
    '/payments?limit=2&page=2&snapshot_at=5',
    '/payments?limit=2&page=3&snapshot_at=5',
  ])
})

test.each(['findCustomers', 'findPayments', 'findPlans', 'findSubscriptions'] as const)(
  '%s can be iterated row by row',
  async (name) => {
    service = await aService(growingList())

    expect(await idsOf(service.client.all[name]())).toHaveLength(5)
  },
)

test('a caller’s own snapshot is used for all pages', async () => {
  service = await aService(growingList())

  expect(await idsOf(service.client.all.findPlans({ snapshot_at: '3' }))).toHaveLength(3)
})

test('pages that the caller does not reach are not requested', async () => {
  service = await aService(growingList())

  for await (const { id } of service.client.all.findPayments({ limit: 2 })) if (id === 'pay_4') break

  expect(service.arrived).toHaveLength(1)
})

test('an empty list ends after one page', async () => {
  service = await aService([
    { body: { data: [], meta: { limit: 100, page: 1, pages: 0, total: 0, snapshot_at: 't' } } },
  ])

  expect(await idsOf(service.client.all.findPayments())).toEqual([])
  expect(service.arrived).toHaveLength(1)
})

test('a refusal throws from the loop', async () => {
  service = await aService([aRefusal(403, 'insufficient_permission')])

  await expect(idsOf(service.client.all.findPayments())).rejects.toMatchObject({ code: 'insufficient_permission' })
})
