import pg from 'pg'
import { addressForDriver } from './address-for-driver.ts'

/** Where an address leads, and as which user, for programs other than the driver. */
export interface DatabaseAddress {
  /** A host, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  /** `user`, `password` and `database` are undefined if neither the address nor the driver's environment names them. */
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
}

/**
 * Reads a PostgreSQL address as the driver does, with the driver's defaults. Throws what {@link addressForDriver} throws, or a TypeError
 * if the driver cannot read the address.
 */
export const parseDatabaseAddress = (address: string): DatabaseAddress => {
  const { host, port, user, password, database } = new pg.Client(addressForDriver(address))
  return { host, port, user, password: typeof password === 'string' ? password : undefined, database }
}
