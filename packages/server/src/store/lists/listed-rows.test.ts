import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listedRows, oncePerText } from './listed-rows.ts'

const teas = () => {
  const presented: string[] = []
  const rows = oncePerText(
    listedRows('plans', [sql.ref('name')], ([name]) => {
      presented.push(String(name))
      return { name }
    }),
  )
  return { presented, of: (name: string) => rows.present(JSON.stringify([name])) }
}

test('each text makes one item, and a different text makes a different item', () => {
  const { presented, of } = teas()

  const items = ['Assam', 'Assam', 'Sencha', 'Assam'].map(of)

  expect(items.map(({ name }) => name)).toEqual(['Assam', 'Assam', 'Sencha', 'Assam'])
  expect(presented).toEqual(['Assam', 'Sencha'])
})

test('the cache of items is bounded in number and length', () => {
  const { presented, of } = teas()
  const long = 'x'.repeat(4000)

  of('first')
  for (let n = 0; n < 1000; n++) of(`tea ${n}`)
  for (const again of ['first', 'tea 999', long, long]) expect(of(again)).toEqual({ name: again })

  expect(presented.slice(1001)).toEqual(['first', long, long])
})
