import { foldedCharacters } from '@billing-checkout/domain'

/**
 * Functions that fold and spell texts for searches. They fold names and e-mail addresses like the domain's `foldText`, whatever the
 * database's locale: with `LC_CTYPE` C, `lower` only handles ASCII, and `lower` differs from JavaScript for `İ`, the final sigma and
 * decomposed accents.
 */
export const textFunctionsSql = (): readonly string[] => {
  const blocks = foldedCharacters().map(
    ({ from, to }) => `if folded ~ '[${from}]' then folded := translate(folded, '${from}', '${to}'); end if;`,
  )
  return [
    // The first branch is for ASCII, in which every character is one byte, because most texts are ASCII.
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
    // Spells punctuation in the search texts of payments as capital letters; otherwise these texts contain only lower case. `user-77` is
    // then one word of rare trigrams, while `user` and `77` are words that a fifth of all payments have (`encode-for-trigrams.ts`).
    `create function spell_signs(said text) returns text language sql immutable parallel safe as $$
      select translate(said, ' -_.@+:/', 'JQWXYZKV')
    $$`,
    // Payments are found by the last four digits of their card, too.
    `create function text_of_payment(said text, method jsonb) returns text language sql immutable parallel safe as $$
      select spell_signs(said || coalesce(' ' || (method->'details'->>'last4'), ''))
    $$`,
  ]
}

/**
 * The trigram indexes of the lists. They start with the organization, so that a search reads no other organization's texts. They need a
 * database with the extensions `pg_trgm` and `btree_gin`.
 */
export const trigramIndexesSql = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists btree_gin`,
  `create index payment_texts_words on payment_texts using gin (organization_id, search_text gin_trgm_ops)`,
  `create index customers_folded_words on customers using gin (organization_id, folded_text gin_trgm_ops)`,
  `create index subscriptions_words on subscriptions using gin (organization_id, id gin_trgm_ops)`,
] as const
