import { issuesOfMetadata, type Metadata } from '@billing-checkout/contract'
import { refuseIssues } from '../reading/refuse-issues.ts'

/** Applies a JSON Merge Patch (RFC 7396): absent members stay, `null` removes a member, objects merge. */
export const mergePatch = <Value>(target: Value, patch: unknown): Value => {
  if (!isObject(patch)) return patch as Value
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else if (value !== undefined) defineKey(merged, key, mergePatch(merged[key], value))
  }
  return merged as Value
}

/**
 * Merges a change into stored metadata: a value replaces the key's value, `null` deletes the key, and a change that is itself `null`
 * deletes all keys. Throws if the result exceeds the limits of metadata.
 */
export const mergeMetadata = (stored: Metadata, change: Metadata | null | undefined, path: string): Metadata => {
  if (change === undefined) return stored
  if (change === null) return {}
  const merged: Metadata = { ...stored }
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key]
    else defineKey(merged, key, value)
  }
  refuseIssues(issuesOfMetadata(merged).map((issue) => ({ path, code: 'invalid_value', message: `${path} ${issue}.` })))
  return merged
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets a key as an own property, even if it is `__proto__`. */
const defineKey = (target: Record<string, unknown>, key: string, value: unknown): void => {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/**
 * The metadata of a customer or subscription, merged with the session's. Each of the two was checked alone when it was stored. If the
 * merged metadata exceeds the limits, the current metadata stays unchanged, because the shopper has already paid.
 */
export const mergeMetadataIfFits = (current: Metadata, patch: Metadata | null | undefined): Metadata => {
  const merged = { ...current, ...patch }
  return issuesOfMetadata(merged).length === 0 ? merged : current
}
