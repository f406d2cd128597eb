import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openapi } from '#contract/openapi.ts'

interface Described {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, unknown> }>>
}

const document = openapi('http://localhost') as unknown as Described
const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema(document, 'openapi')

const validators = new Map<string, ValidateFunction>()

/**
 * Throws with the faults if an answer does not match what /openapi.json states for the operation at this path: another status or shape, or
 * an error code that is not listed. Answers of other paths are not checked.
 */
export const checkAnswer = (method: string, path: string, status: number, body: unknown): void => {
  const template = templateOf(path, method.toLowerCase())
  if (template === undefined) return
  const pointer = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ]
  const reference = `openapi#/${pointer
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/')}`
  if (!(status in document.paths[template]![method.toLowerCase()]!.responses))
    throw new Error(`${method} ${path} answered ${status}, which /openapi.json does not list: ${JSON.stringify(body)}`)
  const validate = validators.get(reference) ?? ajv.compile({ $ref: reference })
  validators.set(reference, validate)
  if (validate(body)) return
  throw new Error(
    `${method} ${path} answered ${status} with what /openapi.json does not describe: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`,
  )
}

const templateOf = (path: string, method: string): string | undefined =>
  Object.entries(document.paths)
    .filter(([, operations]) => method in operations)
    .map(([template]) => template)
    .toSorted()
    .find((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0]!))
