import { Problem } from '@billing-checkout/contract'
import type { Request } from 'express'
import { showValue } from '../../reading/show-value.ts'
import { apiVersion } from './assign-request-id.ts'

/** Throws `unsupported_api_version` if the caller requests another version than `apiVersion`. */
export const requireApiVersion = (request: Request): void => {
  const asked = request.get('X-API-Version')
  if (asked === undefined || asked === apiVersion) return
  throw new Problem('unsupported_api_version', `X-API-Version must be ${apiVersion}, got ${showValue(asked)}.`)
}
