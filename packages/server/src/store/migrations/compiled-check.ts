/**
 * SQL for a check constraint whose condition is a function. Like a plain check, it accepts a row if the condition is true or null.
 * PostgreSQL parses a plain check again for every statement, which takes longer than writing a row; it compiles a function once per
 * connection. `columns` are those that the condition reads, with their types, such as `kind text, state text`.
 */
export const compiledCheck = (table: string, columns: string, condition: string): readonly string[] => [
  `create function are_possible_${table}(${columns}) returns boolean
    language plpgsql immutable parallel safe as $$ begin return ${condition}; end $$`,
  `alter table ${table} add constraint ${table}_possible
    check (are_possible_${table}(${columns.replaceAll(/(\w+) \w+/g, '$1')}))`,
]
