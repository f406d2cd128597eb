import { Problem } from '@billing-checkout/contract'
import type { Request } from 'express'
import { apiVersion } from './begin-request.ts'
import { showValue } from '../../reading/show-value.ts'

/** Throws `unsupported_api_version` if the caller asks for any version other than the only one. */
export const requireVersion = (request: Request): void => {
  const asked = request.get('X-API-Version')
  if (asked === undefined || asked === apiVersion) return
  throw new Problem('unsupported_api_version', `X-API-Version must be ${apiVersion}, got ${showValue(asked)}.`)
}
