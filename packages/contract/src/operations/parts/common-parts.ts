import { z } from 'zod'
import { idInput } from '../../resources/fields.ts'

/** No parameters; any that are sent are refused. */
export const none = z.strictObject({})

/** The `{id}` of a path. */
export const idParam = z.strictObject({ id: idInput.describe('Identifier of the resource.') })
