/**
 * SQL for a trigger function that refuses a transaction if a payment's sum, such as its refunded amount, differs from the total of the rows
 * that it counts. The triggers run when the transaction ends, because the sum and the rows are in two tables. A trigger's argument is the
 * column with the payment's id.
 */
export const sumGuard = (
  table: 'refunds' | 'disputes',
  { sum, of, counted }: { readonly sum: string; readonly of: string; readonly counted: string },
): string => `create function count_${table}() returns trigger language plpgsql as $$
    declare
      written jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
      organization text := written->>'organization_id';
      payment text := written->>tg_argv[0];
      known bigint;
      added bigint;
    begin
      select ${sum} into known from payments where organization_id = organization and id = payment;
      select coalesce(sum(${of}), 0) into added from ${table}
        where organization_id = organization and payment_id = payment and ${counted};
      if known <> added then
        raise exception 'A payment counts % as ${sum.replace('_amount', '')}, but its ${table} come to %. It is %.', known, added, payment
          using errcode = 'check_violation', constraint = '${table}_are_counted', table = tg_table_name, schema = tg_table_schema;
      end if;
      return null;
    end
  $$`
