import { type OperationName, operations } from '@billing-checkout/contract'
import type { OperationExample } from '#contract/examples/operation-example.ts'
import type { Answer, RunningService } from '../support/services/running-service.ts'

/** A request of an example; ids are not yet put into its path. */
export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** A credential other than the organization's own key; null sends none. */
  readonly key?: string | null
}

/** Sends requests, and records them with their answers as examples. */
export interface Recorder {
  (name: OperationName, request: ExampleRequest): Promise<Answer['body']>
  /** Sends a request that the story needs and no example shows. */
  unseen(method: string, path: string, body: unknown): Promise<Answer['body']>
  /** All recorded examples, with ids and secrets that are the same in every run. */
  examples(): ReadonlyMap<string, OperationExample>
}

/** Records the examples of a service. Throws if an operation does not answer with 200. */
export const recordExamples = (service: RunningService): Recorder => {
  const noted = new Map<string, OperationExample>()
  const send = async (method: string, path: string, sent: { body?: unknown; key?: string | null }) => {
    const { status, body } = await service.send(method, path, sent)
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const record = async (name: OperationName, { params = {}, query = {}, body, key }: ExampleRequest) => {
    const { method, path: pattern } = operations[name]
    const filled = Object.entries(params).reduce(
      (path, [part, value]) => path.replace(`{${part}}`, value),
      pattern as string,
    )
    const path = Object.keys(query).length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`
    const answer = await send(method, path, { body, ...(key !== undefined && { key }) })
    noted.set(name, { request: { params, query, ...(body === undefined ? {} : { body }) }, answer })
    return answer
  }
  return Object.assign(record, {
    unseen: (method: string, path: string, body: unknown) => send(method, path, { body }),
    examples: () => new Map(Object.entries(madeStable(Object.fromEntries(noted)) as Record<string, OperationExample>)),
  })
}

/** The value without what differs in every run: ids are numbered, and secrets and the processor's numbers are replaced by name. */
const madeStable = (value: unknown): unknown => {
  const seen = new Map<string, string>()
  const stableId = (id: string): string => {
    if (!seen.has(id)) seen.set(id, `01966f9e-3c80-7e1c-9b47-${String(seen.size + 1).padStart(12, '0')}`)
    return seen.get(id)!
  }
  const text = JSON.stringify(value, (name, inner: unknown) =>
    typeof inner === 'string' && Object.hasOwn(stableByName, name) ? stableByName[name] : inner,
  )
  return JSON.parse(
    text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, stableId)
      .replaceAll(/[^"]+\/pay\/recovery\/[0-9a-f]{40}/g, stableLink)
      .replaceAll(/[^"]+\/portal\/open\/[0-9a-f]{40}/g, stablePortalLink)
      .replaceAll(/"http[^"]+(?=\/(buy\/link_|o\/org_))/g, '"https://billing.example'),
  )
}

const stablePortalLink = `https://billing.example/portal/open/${'5c'.repeat(20)}`

const stableLink = `https://billing.example/pay/recovery/${'5c'.repeat(20)}`

const stableByName: Readonly<Record<string, string>> = {
  arn: '74537605259536043849425',
  auth_code: '831004',
  network_payment_id: '016153570198200',
  processor_transaction_id: 'sbx_4f2b8c1d9e7a4063',
  client_token: 'eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJjaGVja291dCJ9.c2lnbmF0dXJl',
  hash: '7f6d0b5c2a9e4813',
  quote_hash: '7f6d0b5c2a9e4813',
  kid: 'card-1',
  recorded_at: '2027-03-17T09:00:00.000Z',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwJnpTPQH2Pxs=',
  n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1WlUzewbgBHod5pcM9H95GQRV3JDXboIRROSBigeC5yjU1hGzHHyXss8UDprecbAYxknTcQkhslANGRUZmdTOQ5qTRsLAt6BTYuyvVRdhS8exSZEy_c4gs_7svlJJQ4H9_NxsiIoLwAEk7-Q3UXERGYw_75IDrGA84-lA_-Ct4eTlXHBIY2EaV7t7LjJaynVJCpkv4LKjTTAumiGUIuQhrNhZLuF_RJLqHpM2kgWFLU7-VTdL1VbC2tejvcI2BlMkEpk1BzBZI0KQB0GaDWFLN-aEAw3vRw',
}
