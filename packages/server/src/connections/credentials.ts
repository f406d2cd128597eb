import { Problem } from '@billing-checkout/contract'
import { seal, unseal } from '../credentials/seal.ts'
import type { ProcessorAdapter } from '../processors/adapter.ts'
import type { ConnectionRow } from '../store/rows.ts'

/** The secrets of a connection, by their names in its adapter. */
export type Credentials = Readonly<Record<string, string>>

/** Encrypts the secrets of one connection, so that they can be decrypted only for its own row. */
export const sealCredentials = (key: Buffer, id: string, credentials: Credentials): Buffer =>
  seal(key, labelOf(id), JSON.stringify(credentials))

/** Decrypts the secrets of a connection. Throws if they were encrypted with another key or for another row. */
export const unsealCredentials = (
  key: Buffer,
  { id, sealedCredentials }: Pick<ConnectionRow, 'id' | 'sealedCredentials'>,
): Credentials => JSON.parse(unseal(key, labelOf(id), sealedCredentials)) as Credentials

const labelOf = (id: string): string => `connection credentials ${id}`

/**
 * Parses the secrets in a text from standard input or a file: the secret itself if the adapter needs only one, else a line `name=value` for
 * each. Throws `invalid_parameter` with everything that is missing; errors never repeat a secret.
 */
export const readCredentials = ({ credentials: wanted }: ProcessorAdapter, text: string): Credentials => {
  const [only, ...others] = wanted
  const trimmed = text.trim()
  if (only !== undefined && others.length === 0 && trimmed !== '' && !trimmed.includes('\n'))
    return { [only.name]: trimmed.startsWith(`${only.name}=`) ? trimmed.slice(only.name.length + 1) : trimmed }
  const given = new Map(trimmed.split(/\r?\n/).map((line) => cutAt(line, line.indexOf('='))))
  const missing = wanted.filter(({ name }) => !given.get(name))
  if (missing.length > 0)
    throw new Problem(
      'invalid_parameter',
      `Standard input or --secret-file has to hold ${missing.map(({ name, description }) => `${name} (${description})`).join(', ')}.`,
    )
  return Object.fromEntries(wanted.map(({ name }) => [name, given.get(name) ?? '']))
}

const cutAt = (line: string, at: number): readonly [string, string] => [
  line.slice(0, at).trim(),
  line.slice(at + 1).trim(),
]
