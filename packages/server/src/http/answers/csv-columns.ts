import { z } from 'zod'

/** A CSV column of a list. Its name is the path of a member, such as `customer.email`. */
export interface CsvColumn {
  readonly name: string
  readonly path: readonly string[]
}

/**
 * The columns of a list's items: one for each member, including those of nested objects. An array, or an object with arbitrary members, is
 * one column.
 */
export const csvColumnsOf = (item: z.ZodType, path: readonly string[] = []): readonly CsvColumn[] => {
  const schema = withoutWrappers(item)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, member]) =>
      csvColumnsOf(member, [...path, name]),
    )
  return [{ name: path.join('.'), path }]
}

const withoutWrappers = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return withoutWrappers(schema.unwrap() as z.ZodType)
  return schema
}

/** The cells of an item. */
export const csvRowOf = (item: unknown, columns: readonly CsvColumn[]): readonly string[] =>
  columns.map(({ path }) => csvCellOf(path.reduce<unknown>(memberOf, item)))

const memberOf = (value: unknown, name: string): unknown =>
  (value as Record<string, unknown> | null | undefined)?.[name]

/** A value as one cell. Wherever a spreadsheet would start a formula in a text, an apostrophe is inserted. */
export const csvCellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replaceAll(formulaStart, "'")
}

/**
 * Positions where a spreadsheet would start a formula (OWASP, CSV injection): before a sign such as `=` at the start of a text or after a
 * semicolon, tab or line break; also before a tab or line break at the start. A semicolon separates cells in countries with a decimal
 * comma. The full-width forms of the signs also start formulas.
 */
const formulaStart = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
