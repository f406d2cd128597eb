import { randomUUID } from 'node:crypto'
import { type DeclarationKind, operations } from '@billing-checkout/contract'
import type { Request } from 'express'
import type { DeclarationBody } from '../../../billing/declarations/receive-declaration.ts'

/** The fields of the form in which a consumer cancels or withdraws. */
export type DeclaredField = 'email' | 'full_name' | 'contract' | 'requested_end_at' | 'for_cause' | 'reason'

/** The form as a consumer typed it, before and after validation. */
export interface DeclaredForm {
  /** A random text that identifies this form, the same in both steps. */
  readonly form: string
  readonly typed: Readonly<Partial<Record<DeclaredField, string>>>
  /** The validated declaration; undefined if a field is invalid. */
  readonly body: DeclarationBody | undefined
  readonly faults: ReadonlySet<string>
}

/** An empty form. A link may prefill the contract. */
export const emptyDeclarationForm = (contract: unknown): DeclaredForm => ({
  form: randomUUID(),
  typed: typeof contract === 'string' ? { contract: contract.slice(0, 255) } : {},
  body: undefined,
  faults: new Set(),
})

/** Reads a submitted form. It keeps only the form's own fields, and normalizes their whitespace. */
export const readDeclarationForm = (kind: DeclarationKind, request: Request): DeclaredForm => {
  const sent = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const lineOf = (name: string) => textOf(sent[name])?.replaceAll(/\s+/g, ' ')
  const typed = present({
    email: lineOf('email'),
    full_name: lineOf('full_name'),
    contract: lineOf('contract'),
    requested_end_at: kind === 'cancel' ? lineOf('requested_end_at') : undefined,
    for_cause: kind === 'cancel' && sent['for_cause'] === 'on' ? 'on' : undefined,
    reason: textOf(sent['reason'])?.replaceAll('\r\n', '\n'),
  })
  const parsed = operations.createDeclaration.body?.safeParse({ ...typed, kind, for_cause: typed.for_cause === 'on' })
  return {
    form: textOf(sent['form'])?.slice(0, 64) ?? randomUUID(),
    typed,
    body: parsed?.data,
    faults: new Set(parsed?.error?.issues.map(({ path }) => String(path[0]))),
  }
}

/** A text without characters that the database cannot store; `undefined` if it is empty. */
const textOf = (sent: unknown): string | undefined => {
  const text = typeof sent === 'string' ? sent.toWellFormed().replaceAll('\0', '').trim() : ''
  return text === '' ? undefined : text
}

const present = (fields: Readonly<Record<DeclaredField, string | undefined>>): DeclaredForm['typed'] =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
