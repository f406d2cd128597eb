import { seal, unseal } from '../credentials/seal.ts'
import type { ConnectionRow } from '../store/rows.ts'

/** The secrets of a connection, by their names in its adapter. */
export type Credentials = Readonly<Record<string, string>>

/** Encrypts the secrets of one connection, so that they can be decrypted only for its own row. */
export const sealCredentials = (key: Buffer, id: string, credentials: Credentials): Buffer =>
  seal(key, labelOf(id), JSON.stringify(credentials))

/** Decrypts the secrets of a connection. Throws if they were encrypted with another key or for another row. */
export const credentialsOf = (
  key: Buffer,
  { id, sealedCredentials }: Pick<ConnectionRow, 'id' | 'sealedCredentials'>,
): Credentials => JSON.parse(unseal(key, labelOf(id), sealedCredentials)) as Credentials

const labelOf = (id: string): string => `connection credentials ${id}`
