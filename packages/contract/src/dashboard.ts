/** The part of the contract that the dashboard needs in the browser: rights and vocabularies, without schemas. */
export { hasRight, userRights } from './operations/dashboard/user-rights.ts'
export { cancellationReasons } from './vocabulary/cancellations.ts'
export { discountCodePattern } from './vocabulary/discount-codes.ts'
export { accountEmailKinds, optionalEmailKinds } from './vocabulary/emails.ts'
export { logoBytesMax } from './vocabulary/logos.ts'
export { portalFeatures } from './vocabulary/portal.ts'
export { scopedResources } from './vocabulary/scopes.ts'
export { passwordLengthMin, roles } from './vocabulary/users.ts'
