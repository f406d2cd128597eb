export { openPostgresql } from './postgresql/open.ts'
export { type AddressParts, partsOfAddress } from './postgresql/parts-of-address.ts'
export { type ConnectionProtection, protectionOf } from './postgresql/address-for-driver.ts'
