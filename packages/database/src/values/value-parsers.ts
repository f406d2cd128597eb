import { parseTimestamp } from './parse-timestamp.ts'

/** Converts PostgreSQL's text of a non-null value to the value in the code. */
type ValueParser = (text: string) => unknown

const asIs: ValueParser = (text) => text

/**
 * Parses an array of numbers or timestamps. No element contains a comma, so the array is split at its commas; quotes around an element are
 * removed.
 */
const arrayOf =
  (parse: ValueParser): ValueParser =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((element) => (element === 'NULL' ? null : parse(element.replaceAll('"', ''))))

/**
 * The parsers of both databases, by PostgreSQL type number. The drivers agree on types that are not listed: int2, int4 and floats become
 * numbers; numeric and uuid stay text. int8 becomes a number, because amounts never exceed 10^12 and a row count never reaches 2^53. A sum
 * of int8 is a numeric, so it stays text.
 */
export const valueParsers: Readonly<Record<number, ValueParser>> = {
  17: (text) => Buffer.from(text.slice(2), 'hex'), // bytea
  20: Number, // int8
  1016: arrayOf(Number), // int8[]
  114: JSON.parse, // json
  3802: JSON.parse, // jsonb
  1082: asIs, // date
  1114: asIs, // timestamp without a zone: nothing says which instant it is
  1184: parseTimestamp, // timestamptz
  1185: arrayOf(parseTimestamp), // timestamptz[]
  1186: asIs, // interval
}
