export { openPostgresql } from './postgresql/open.ts'
export { type DatabaseAddress, parseDatabaseAddress } from './postgresql/parse-database-address.ts'
export { type ConnectionProtection, protectionOf } from './postgresql/address-for-driver.ts'
