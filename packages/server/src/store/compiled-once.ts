import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/**
 * A statement that is built and compiled once, whatever values it is carried out with: building one costs more than PostgreSQL
 * takes to find a row. `build` is given stand-ins for the values, so its statement may not depend on what they are. It is for the
 * database as a whole: what is compiled for one organization would find its rows for all others, too.
 */
export const compiledOnce = <Values extends readonly unknown[], Row>(
  build: (db: Database, ...values: Values) => Statement<Row>,
): ((db: Database, ...values: Values) => Promise<readonly Row[]>) => {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    if ('organizationId' in db) throw new TypeError('What one organization sees is not compiled for others.')
    compiled ??= compile(build, db, values.length)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof StandIn ? values[parameter.place] : parameter,
    )
    return (await db.getExecutor().executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

/** A statement of the query builder, or of `sql`. */
interface Statement<Row> {
  compile(db: Database): CompiledQuery<Row>
}

class StandIn {
  readonly place: number

  constructor(place: number) {
    this.place = place
  }
}

const compile = <Values extends readonly unknown[], Row>(
  build: (db: Database, ...values: Values) => Statement<Row>,
  db: Database,
  count: number,
): CompiledQuery<Row> =>
  build(db, ...(Array.from({ length: count }, (_, place) => new StandIn(place)) as unknown as Values)).compile(db)
