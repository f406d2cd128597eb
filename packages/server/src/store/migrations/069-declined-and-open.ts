import { type Kysely, sql } from 'kysely'

/** To cancel what was declined and could still be paid is owed, too; where a method was only verified, for no money. */
export const declinedAndOpen = {
  version: 69,
  name: 'declined and open',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `alter table obligations
    drop constraint obligations_kind_check,
    drop constraint obligations_amount_check,
    add constraint obligations_kind_check check (kind in ('refund', 'void', 'cancel')) not valid,
    add constraint obligations_amount_check check (amount > 0 or kind = 'cancel' and amount = 0) not valid`,
]
