import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'

/** Which rows a handle sees and creates: those of `tables` whose `column` equals `value`. Names are the database's own. */
export interface Ownership {
  readonly tables: ReadonlySet<string>
  readonly column: string
  readonly value: string
}

/**
 * A Kysely plugin that restricts every statement to the rows of one owner. It adds a condition for each owned table that the statement
 * reads, joins, changes or deletes from, also in subqueries and common table expressions. In each new row it sets the owner's column. It
 * does not change SQL that the caller wrote as text.
 */
export const ownedRows = (ownership: Ownership): KyselyPlugin => ({
  transformQuery: ({ node }) => narrowed(node, ownership) as typeof node,
  transformResult: async ({ result }) => result,
})

/** Restricts every statement inside a node; returns the same object if the node contains no statement. */
const narrowed = (node: OperationNode, ownership: Ownership): OperationNode => {
  const inside = withChildren(node, (child) => narrowed(child, ownership))
  switch (inside.kind) {
    case 'SelectQueryNode':
    case 'UpdateQueryNode':
    case 'DeleteQueryNode': {
      const statement = inside as SelectQueryNode | UpdateQueryNode | DeleteQueryNode
      return { ...statement, ...whereOf(statement, ownership), ...joinsOf(statement, ownership) }
    }
    case 'InsertQueryNode':
      return withOwner(inside as InsertQueryNode, ownership)
    case 'MergeQueryNode':
      throw new TypeError('A merge cannot be narrowed to one owner: select, then insert or update.')
    default:
      return inside
  }
}

const whereOf = (
  node: SelectQueryNode | UpdateQueryNode | DeleteQueryNode,
  ownership: Ownership,
): { readonly where?: WhereNode } => {
  const conditions = sourcesOf(node).flatMap((source) => conditionOf(source, ownership) ?? [])
  if (conditions.length === 0) return {}
  return { where: WhereNode.create(allOf(conditions, node.where?.where)) }
}

/** The tables that a statement reads or changes, except those that it joins. */
const sourcesOf = (node: SelectQueryNode | UpdateQueryNode | DeleteQueryNode): readonly OperationNode[] => {
  const froms = node.from?.froms ?? []
  if ('using' in node) return [...froms, ...(node.using?.tables ?? [])]
  return 'table' in node && node.table ? [node.table, ...froms] : froms
}

/**
 * The owner's condition goes into the join and not into `where`, so that an outer join still returns a row that has no match among the
 * owner's rows.
 */
const joinsOf = (
  { joins }: { readonly joins?: readonly JoinNode[] },
  ownership: Ownership,
): { readonly joins?: readonly JoinNode[] } =>
  joins === undefined
    ? {}
    : {
        joins: joins.map((join) => {
          const condition = conditionOf(join.table, ownership)
          return condition === undefined ? join : { ...join, on: OnNode.create(allOf([condition], join.on?.on)) }
        }),
      }

/** Parentheses keep an `or` in SQL text from bypassing the owner's condition. */
const allOf = (conditions: readonly OperationNode[], given: OperationNode | undefined): OperationNode =>
  [...conditions, ...(given === undefined ? [] : [ParensNode.create(given)])].reduce((all, each) =>
    AndNode.create(all, each),
  )

const conditionOf = (source: OperationNode, { tables, column, value }: Ownership): OperationNode | undefined => {
  const isAliased = AliasNode.is(source)
  const table = isAliased ? source.node : source
  if (!TableNode.is(table) || !isAmong(tables, table)) return undefined
  const name = isAliased && IdentifierNode.is(source.alias) ? TableNode.create(source.alias.name) : table
  return BinaryOperationNode.create(
    ReferenceNode.create(ColumnNode.create(column), name),
    OperatorNode.create('='),
    ValueNode.create(value),
  )
}

const withOwner = (node: InsertQueryNode, { tables, column, value }: Ownership): InsertQueryNode => {
  if (node.into === undefined || !isAmong(tables, node.into)) return node
  const { columns, values, onConflict } = node
  if (onConflict?.updates !== undefined && !onConflict.columns?.some((each) => each.column.name === column))
    throw new TypeError(
      'An upsert may change an existing row only if its conflict key contains the column of the owner.',
    )
  if (columns === undefined || values === undefined) throw new TypeError('A new row is given by its columns.')
  // Code may write back a row as it has read it, including the owner's column. The value of this column is then replaced.
  const others = columns.flatMap((each, place) => (each.column.name === column ? [] : [place]))
  const only = <Part>(parts: readonly Part[]): readonly Part[] => others.map((place) => parts[place] as Part)
  const newColumns = [ColumnNode.create(column), ...only(columns)]
  if (SelectQueryNode.is(values)) {
    const owner = SelectionNode.create(AliasNode.create(ValueNode.create(value), IdentifierNode.create(column)))
    const selected: SelectQueryNode = { ...values, selections: [owner, ...only(values.selections ?? [])] }
    return { ...node, columns: newColumns, values: selected }
  }
  if (!ValuesNode.is(values)) throw new TypeError(`New rows are given by values or selected, not by a ${values.kind}.`)
  const rows = values.values.map((row) =>
    PrimitiveValueListNode.is(row)
      ? PrimitiveValueListNode.create([value, ...only(row.values)])
      : ValueListNode.create([ValueNode.create(value), ...only(row.values)]),
  )
  return { ...node, columns: newColumns, values: ValuesNode.create(rows) }
}

const isAmong = (tables: ReadonlySet<string>, { table }: TableNode): boolean =>
  (table.schema === undefined || table.schema.name === 'public') && tables.has(table.identifier.name)

/** A node with mapped children; the same object if none of them changed. */
const withChildren = (node: OperationNode, map: (child: OperationNode) => OperationNode): OperationNode => {
  if (leaves.has(node.kind)) return node
  const children = node as unknown as Readonly<Record<string, unknown>>
  let changed: Record<string, unknown> | undefined
  for (const name in children) {
    const mapped = mappedValue(children[name], map)
    if (mapped !== children[name]) (changed ??= {})[name] = mapped
  }
  return changed === undefined ? node : { ...node, ...changed }
}

/** Node kinds that cannot contain a statement; most nodes are of these kinds. */
const leaves: ReadonlySet<OperationNode['kind']> = new Set([
  'ColumnNode',
  'IdentifierNode',
  'OperatorNode',
  'PrimitiveValueListNode',
  'ReferenceNode',
  'SchemableIdentifierNode',
  'SelectAllNode',
  'TableNode',
  'ValueNode',
])

const mappedValue = (value: unknown, map: (child: OperationNode) => OperationNode): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return isNode(value) ? map(value) : value
  let changed: unknown[] | undefined
  for (let place = 0; place < value.length; place += 1) {
    const mapped = mappedValue(value[place], map)
    if (mapped !== value[place]) (changed ??= [...(value as readonly unknown[])])[place] = mapped
  }
  return changed ?? value
}

const isNode = (value: object): value is OperationNode => 'kind' in value && typeof value.kind === 'string'
