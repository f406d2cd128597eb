/**
 * SQL for a constraint that accepts a row if the condition is true or null, like a plain check. PostgreSQL parses a plain check again for
 * every statement, which takes longer than writing a row; it compiles a function once per connection.
 */
export const possible = (
  table: string,
  columns: readonly (readonly [name: string, type: string])[],
  condition: string,
): readonly string[] => [
  `create function are_possible_${table}(${columns.map((column) => column.join(' ')).join(', ')}) returns boolean
    language plpgsql immutable parallel safe as $$ begin return ${condition}; end $$`,
  `alter table ${table} add constraint ${table}_possible
    check (are_possible_${table}(${columns.map(([name]) => name).join(', ')}))`,
]
