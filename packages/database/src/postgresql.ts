export { openPostgresql } from './postgresql/open.ts'
export { addressForDriver, type Protection, protectionOf } from './postgresql/tls-of-address.ts'
