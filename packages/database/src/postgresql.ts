export { openPostgresql } from './postgresql/open.ts'
export { type AddressParts, partsOfAddress } from './postgresql/parts-of-address.ts'
export { type Protection, protectionOf } from './postgresql/tls-of-address.ts'
