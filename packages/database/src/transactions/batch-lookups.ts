import { required } from '@billing-checkout/domain'
import type { Kysely } from 'kysely'
import type { RowLookup } from '../statements/row-lookup.ts'
import { type FindRows, runLookup } from './transact.ts'

/**
 * Returns a lookup function that several pieces of work share. Simultaneous calls with the same lookup become one statement, which looks up
 * duplicate values only once.
 */
export const batchLookups = <Schema>(db: Kysely<Schema>): FindRows => {
  let waiting = new Map<RowLookup<unknown>, Question[]>()
  const askAll = () => {
    const gathered = waiting
    waiting = new Map()
    for (const [lookup, questions] of gathered) ask(db, lookup, questions)
  }
  return (lookup, values) => {
    if (waiting.size === 0) process.nextTick(askAll)
    const questions = waiting.get(lookup) ?? []
    waiting.set(lookup, questions)
    return new Promise((resolve) => questions.push({ values, answer: resolve }))
  }
}

interface Question {
  readonly values: readonly string[]
  /** `never` stands for the lookup's row type, which differs from question to question. */
  readonly answer: (rows: Promise<readonly never[]>) => void
}

const ask = <Schema>(db: Kysely<Schema>, lookup: RowLookup<unknown>, questions: readonly Question[]): void => {
  const asked = Map.groupBy(questions, ({ values }) => JSON.stringify(values))
  // The keys are sorted, so that all transactions lock rows in the same order.
  const groups = [...asked.keys()].toSorted().map((key) => required(asked.get(key), 'question', key))
  const found = groups.length === 1 ? groups.map((same) => findOne(db, lookup, same)) : findMany(db, lookup, groups)
  for (const [place, same] of groups.entries()) {
    const rows = required(found[place], 'rows of question', place)
    for (const { answer } of same) answer(rows)
  }
}

const findOne = <Schema>(db: Kysely<Schema>, { text }: RowLookup<unknown>, [question]: readonly Question[]) =>
  runLookup<Schema, never>(db, text, valuesOf(question))

const findMany = <Schema>(
  db: Kysely<Schema>,
  { textOfMany, columns }: RowLookup<unknown>,
  groups: readonly (readonly Question[])[],
): readonly Promise<readonly never[]>[] => {
  const arrays = columns.map((_, column) => groups.map(([question]) => valuesOf(question)[column]))
  const found = runLookup<Schema, Placed>(db, textOfMany, arrays)
  const byPlace = found.then((rows) => Map.groupBy(rows, ({ place }) => place))
  return groups.map(async (_, index) => ((await byPlace).get(index + 1) ?? []).map(withoutPlace))
}

const valuesOf = (question: Question | undefined): readonly string[] =>
  required(question, 'question of a lookup').values

interface Placed {
  readonly place: number
}

const withoutPlace = (placed: Placed): never => {
  const { place: _, ...row } = placed
  return row as never
}
