/**
 * Lets a table have only rows for which the condition holds or says nothing, as a check of its own would. PostgreSQL reads a check
 * from text again for every statement, which takes longer than a row itself; a function is compiled once per connection.
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
