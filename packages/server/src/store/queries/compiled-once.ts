import { createKysely } from '@billing-checkout/database'
import {
  type CompiledQuery,
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Database } from '../database.ts'
import { inOrganization, type OrganizationDatabase } from '../in-organization.ts'
import type { Schema } from '../schema/schema.ts'
import { oneOf } from './one-of.ts'

/**
 * Builds and compiles a statement once for all values, because building one takes longer than PostgreSQL needs to find a row. `build` gets
 * placeholders, so the statement must not depend on the values themselves. Call the returned function only with the handle of the whole
 * database: a statement compiled for one organization would return that organization's rows to all others. For organizations use {@link
 * compiledForOrganizations}.
 */
export const compiledOnce = <Values extends readonly unknown[], Row>(
  build: (db: Database, ...values: Values) => Statement<Row>,
): ((db: Database, ...values: Values) => Promise<readonly Row[]>) => {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    if ('organizationId' in db)
      throw new TypeError('Needs the handle of the whole database, not one narrowed to an organization.')
    compiled ??= compile(build, db, values.length)
    return (await db.getExecutor().executeQuery<Row>(withValues(compiled, values))).rows
  }
}

/**
 * Like {@link compiledOnce}, for the rows of one organization. The statement is compiled once with a placeholder for the organization's id,
 * and runs with the organization of the given handle. `build` must not read `db.organizationId`.
 */
export const compiledForOrganizations = <Values extends readonly unknown[], Row>(
  build: (db: OrganizationDatabase, ...values: Values) => Statement<Row>,
): ((db: OrganizationDatabase, ...values: Values) => Promise<readonly Row[]>) => {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    const { organizationId } = db
    if (typeof organizationId !== 'string') throw new TypeError('Needs a handle narrowed to one organization.')
    compiled ??= compileNarrowed(build, values.length)
    return (await db.getExecutor().executeQuery<Row>(withValues(compiled, [...values, organizationId]))).rows
  }
}

/** Like {@link compiledForOrganizations}, for a statement that returns at most one row; `undefined` if there is none. */
export const compiledForRow = <Values extends readonly unknown[], Row>(
  build: (db: OrganizationDatabase, ...values: Values) => Statement<Row>,
): ((db: OrganizationDatabase, ...values: Values) => Promise<Row | undefined>) => {
  const read = compiledForOrganizations(build)
  return async (db, ...values) => (await read(db, ...values))[0]
}

/**
 * Like {@link compiledForOrganizations}, for rows that are found by ids, which `build` compares as `where('id', '=', ids)`. A single id
 * gets its own statement. PostgreSQL's reusable plan for `= any($1)` assumes ten ids, so for one id PostgreSQL would make a new plan each
 * time. Making the plan costs twice as much as finding the row.
 */
export const compiledForIds = <Row>(
  build: (db: OrganizationDatabase, ids: RawBuilder<string>) => Statement<Row>,
): ((db: OrganizationDatabase, ids: readonly string[]) => Promise<readonly Row[]>) => {
  const byOne = compiledForOrganizations((db: OrganizationDatabase, id: string) => build(db, sql<string>`${id}`))
  const bySeveral = compiledForOrganizations((db: OrganizationDatabase, ids: readonly string[]) =>
    build(db, oneOf(ids)),
  )
  return (db, ids) => {
    const [id] = ids
    return id !== undefined && ids.length === 1 ? byOne(db, id) : bySeveral(db, ids)
  }
}

const compileNarrowed = <Values extends readonly unknown[], Row>(
  build: (db: OrganizationDatabase, ...values: Values) => Statement<Row>,
  count: number,
): CompiledQuery<Row> => {
  const organization = new Placeholder(count)
  const compiled = compile(
    (_, ...values: Values) => build(inOrganization(builder, organization as unknown as string), ...values),
    builder,
    count,
  )
  if (!compiled.parameters.includes(organization))
    throw new TypeError('The statement reads no table owned by an organization.')
  return compiled
}

/** For compiling only; it never connects. */
const builder: Database = createKysely<Schema>({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

const withValues = <Row>(compiled: CompiledQuery<Row>, values: readonly unknown[]): CompiledQuery<Row> => ({
  ...compiled,
  parameters: compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.index] : parameter,
  ),
})

/** A statement of Kysely's query builder or of `sql`. */
interface Statement<Row> {
  compile(db: Database): CompiledQuery<Row>
}

class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

const compile = <Values extends readonly unknown[], Row>(
  build: (db: Database, ...values: Values) => Statement<Row>,
  db: Database,
  count: number,
): CompiledQuery<Row> =>
  build(db, ...(Array.from({ length: count }, (_, index) => new Placeholder(index)) as unknown as Values)).compile(db)
