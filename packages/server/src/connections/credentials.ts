import { seal, unseal } from '../credentials/seal.ts'
import type { ConnectionRow } from '../store/rows.ts'

/** The secrets of a connection, by the names that its adapter gives them. */
export type Credentials = Readonly<Record<string, string>>

/** Seals the secrets of one connection, so that they open in its row alone. */
export const sealCredentials = (key: Buffer, id: string, credentials: Credentials): Buffer =>
  seal(key, labelOf(id), JSON.stringify(credentials))

/** The secrets of a connection. Throws if they were sealed with another key or for another row. */
export const credentialsOf = (
  key: Buffer,
  { id, sealedCredentials }: Pick<ConnectionRow, 'id' | 'sealedCredentials'>,
): Credentials => JSON.parse(unseal(key, labelOf(id), sealedCredentials)) as Credentials

const labelOf = (id: string): string => `connection credentials ${id}`
