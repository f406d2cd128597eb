import { z } from 'zod'
import { issueOfText } from './text.ts'

const keysMax = 50
const keyLengthMax = 64
const bytesMax = 8 * 1024
const depthMax = 16

/** Any JSON value. */
export const json: z.ZodType<Json, Json> = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.lazy(() => json)),
    z.record(
      z.string(),
      z.lazy(() => json),
    ),
  ])
  .meta({ id: 'Json', description: 'Any JSON value.' })

type Json = z.infer<z.ZodJSONSchema>

/** Metadata in an answer; `{}` if the caller has set none. */
export const metadata = z.record(z.string(), json).meta({
  id: 'Metadata',
  description: `Keys and values of your own: at most ${keysMax} keys of ${keyLengthMax} characters, any JSON values, 8 KiB in all.`,
})

/** Metadata: at most 50 keys of 64 characters, any JSON values, 8 KiB in all. */
export type Metadata = z.infer<typeof metadata>

/** Metadata in a request. Its keys are merged into the stored ones; a `null` value deletes its key. */
export const metadataChange = z
  .record(z.string(), json)
  .superRefine((value, context) => {
    for (const issue of issuesOfMetadata(value)) context.addIssue({ code: 'custom', message: issue, input: value })
  })
  .meta({
    description: `At most ${keysMax} keys of ${keyLengthMax} characters, 8 KiB in all. A null value deletes its key. A number that a double cannot keep exactly is refused; send it as a string. A card number with its security code is refused.`,
  })

/** The error message, without a subject, for each rule that a metadata object breaks. A change is checked again after it is merged. */
export const issuesOfMetadata = (value: Metadata): string[] => {
  const keys = Object.keys(value)
  const long = keys.find((key) => key.length > keyLengthMax)
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  return [
    keys.length > keysMax ? `must have at most ${keysMax} keys, got ${keys.length}` : undefined,
    long === undefined ? undefined : `must have keys of at most ${keyLengthMax} characters, got one of ${long.length}`,
    bytes > bytesMax ? `must be at most ${bytesMax} bytes as JSON, got ${bytes}` : undefined,
    issueOfJson(value, 0),
  ].filter((issue) => issue !== undefined)
}

const issueOfJson = (value: unknown, depth: number): string | undefined => {
  if (typeof value === 'string') return issueOfText(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > depthMax) return `must be nested at most ${depthMax} deep`
  for (const [key, inner] of Object.entries(value)) {
    const issue = issueOfText(key) ?? issueOfJson(inner, depth + 1)
    if (issue !== undefined) return issue
  }
  return undefined
}
