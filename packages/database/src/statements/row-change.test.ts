import { DummyDriver, type Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { createKysely } from '../create-kysely.ts'
import { insertionOf, type StatementBuilder, composeStatement, updateOf } from './row-change.ts'

const builder: StatementBuilder = createKysely({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

test('several changes become one statement, each with its own values', () => {
  const changes = [
    insertionOf(builder, 'claims', { id: 'a', createdAt: 'now' }),
    updateOf(builder, 'payments', { id: 'b', sessionId: null }, { paymentStatus: 'SETTLING', tax: undefined }),
    insertionOf(builder, 'events', { id: 'c' }),
  ]

  const { sql, parameters } = composeStatement([changes])

  expect(sql).toBe(
    'with change_1 as (insert into "claims" ("id", "created_at") values ($1, $2)), ' +
      'change_2 as (update "payments" set "payment_status" = $3 where "id" = $4 and "session_id" is null) ' +
      'insert into "events" ("id") values ($5)',
  )
  expect(parameters).toEqual(['a', 'now', 'SETTLING', 'b', 'c'])
})

test('changes of the same shape are built once, whatever their values', () => {
  let built = 0
  const change = (id: string) => {
    const inserted = insertionOf(builder, 'notices', { id, kind: 'ends' })
    return { ...inserted, build: () => (built++, inserted.build()) }
  }

  const texts = ['a', 'b', 'c'].map((id) => composeStatement([[change(id)]]))

  expect(built).toBe(1)
  expect(new Set(texts.map(({ sql }) => sql)).size).toBe(1)
  expect(texts.map(({ parameters }) => parameters)).toEqual([
    ['a', 'ends'],
    ['b', 'ends'],
    ['c', 'ends'],
  ])
})

test('lists of changes with the same shapes become one insertion of several rows, and one update for each row', () => {
  const changesOf = (id: string) => [
    insertionOf(builder, 'events', { id, kind: 'paid' }),
    updateOf(builder, 'payments', { id }, { paymentStatus: 'SETTLING' }),
  ]

  const { sql, parameters } = composeStatement([changesOf('a'), changesOf('b')])

  expect(sql).toBe(
    'with change_1 as (insert into "events" ("id", "kind") values ($1, $2), ($3, $4)), ' +
      'change_2 as (update "payments" set "payment_status" = $5 where "id" = $6) ' +
      'update "payments" set "payment_status" = $7 where "id" = $8',
  )
  expect(parameters).toEqual(['a', 'paid', 'b', 'paid', 'SETTLING', 'a', 'SETTLING', 'b'])
})

test('changes of the same row become one, unless the first changes a column that finds the row', () => {
  const first = updateOf(builder, 'payments', { id: 'a' }, { amount: 1, tax: null })

  const both = first.mergedWith(updateOf(builder, 'payments', { id: 'a' }, { amount: 2 }))

  expect(composeStatement([[both!]])).toMatchObject({
    sql: 'update "payments" set "amount" = $1, "tax" = $2 where "id" = $3',
    parameters: [2, null, 'a'],
  })
  expect(first.mergedWith(updateOf(builder, 'payments', { id: 'b' }, { amount: 2 }))).toBeUndefined()
  expect(first.mergedWith(insertionOf(builder, 'payments', { id: 'a' }))).toBeUndefined()
  const answered = updateOf(builder, 'keys', { id: 'a', answer: null }, { answer: 'paid' })
  expect(answered.mergedWith(answered)).toBeUndefined()
})

test('new rows become one insertion, up to four', () => {
  const row = (id: string) => insertionOf(builder, 'events', { id })

  const four = ['b', 'c', 'd'].reduce((rows, id) => rows.mergedWith(row(id))!, row('a'))

  expect(composeStatement([[four]])).toMatchObject({
    sql: 'insert into "events" ("id") values ($1), ($2), ($3), ($4)',
    parameters: ['a', 'b', 'c', 'd'],
  })
  expect(four.mergedWith(row('e'))).toBeUndefined()
  expect(row('a').mergedWith(insertionOf(builder, 'events', { id: 'b', kind: 'paid' }))).toBeUndefined()
})
