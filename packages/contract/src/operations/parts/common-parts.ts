import { z } from 'zod'
import { idInput } from '../../resources/fields.ts'

/** No parameters. The server rejects any parameter that a caller sends. */
export const none = z.strictObject({})

/** The `{id}` in a path. */
export const idParam = z.strictObject({ id: idInput.describe('Identifier of the resource.') })
