import { foldedCharacters } from '@billing-checkout/domain'
import { type Kysely, sql } from 'kysely'

/**
 * Folds names and e-mail addresses as the domain's `foldText` does, whatever the locale of the database is. `lower` knows only ASCII
 * in a database with `LC_CTYPE` C, and differs from JavaScript for `İ`, the final sigma and decomposed accents.
 */
export const foldedTexts = {
  version: 89,
  name: 'folded texts',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements()) await sql.raw(statement).execute(db)
  },
}

const statements = (): readonly string[] => {
  const blocks = foldedCharacters().map(
    ({ from, to }) => `if folded ~ '[${from}]' then folded := translate(folded, '${from}', '${to}'); end if;`,
  )
  return [
    // In a text of ASCII, as most are, no character takes two bytes.
    `create function fold_case(said text) returns text language plpgsql immutable strict parallel safe as $$
      declare
        folded text collate "C" := lower(said collate "C");
      begin
        if octet_length(said) = length(said) then
          return folded;
        end if;
        ${blocks.join('\n')}
        return normalize(replace(folded, '\u0130', 'i\u0307'), NFC);
      end
    $$`,
    `create function fold_text(said text) returns text language plpgsql immutable strict parallel safe as $$
      begin
        if octet_length(said) = length(said) then
          return lower(said collate "C");
        end if;
        return fold_case(normalize(said, NFKC));
      end
    $$`,
    `alter table customers
      add column folded_email text generated always as (fold_text(email)) stored,
      add column folded_text text generated always as (fold_text(
        id || ' ' || coalesce(external_id, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')
      )) stored`,
    `create index customers_by_folded_email on customers (organization_id, folded_email)`,
    `create index customers_folded_words on customers using gin (organization_id, folded_text gin_trgm_ops)`,
    `alter table plans add column folded_text text generated always as (fold_text(id || ' ' || name)) stored`,
  ]
}
