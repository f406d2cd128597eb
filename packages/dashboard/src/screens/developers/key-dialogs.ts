import { scopedResources } from '@billing-checkout/contract/dashboard'
import { html, nothing } from 'lit'
import type { UserOperationAnswer, UserOperationBody } from '../../api/user-client.ts'
import { field, select } from '../../parts/field.ts'
import { InputFault, openConfirmation } from '../../parts/form-dialog.ts'
import { openSecretCreationDialog, type Secret } from '../../parts/open-secret-dialog.ts'
import { readTextField } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { createIdempotencyKeys } from '../../shell/create-idempotency-keys.ts'
import type { Say } from '../../words/say.ts'

type ApiKey = UserOperationAnswer<'findApiKeys'>['data'][number]

/** Creates an API key, and shows its secret once. */
export const openApiKeyDialog = ({ userClient, say }: Context): Promise<boolean> => {
  const keyOf = createIdempotencyKeys()
  let isScoped = false
  const choices = [
    ['', say('keys.none')],
    ['read', say('keys.read')],
    ['write', say('keys.write')],
  ] as const
  return openSecretCreationDialog({
    say,
    heading: say('keys.create'),
    content: (redraw) => {
      const choose = (event: Event): void => {
        isScoped = (event.target as HTMLSelectElement).value === 'some'
        redraw()
      }
      return html`${field({
          name: 'name',
          label: say('keys.name'),
          hint: say('keys.nameHint'),
          lengthMax: 100,
          isOptional: true,
          isWithFocus: true,
        })}
        <div @change=${choose}>
          ${select({
            name: 'rights',
            label: say('keys.rights'),
            choices: [
              ['all', say('keys.rightsAll')],
              ['some', say('keys.rightsSome')],
            ],
          })}
        </div>
        ${
          isScoped
            ? html`<div class="filters">
                ${scopedResources.map((resource) => select({ name: `scope-${resource}`, label: resource, choices }))}
              </div>`
            : nothing
        }`
    },
    make: async (form) => {
      const name = readTextField(form, 'name')
      const scopes = form.get('rights') === 'some' ? scopesOf(form) : null
      if (scopes !== null && Object.keys(scopes).length === 0) throw new InputFault(say('keys.rightsNone'))
      const body = { name: name === '' ? null : name, scopes }
      const { key } = await userClient.createApiKey({ body, idempotencyKey: keyOf(body) })
      toast(say('keys.created'))
      return shownKey(say, key)
    },
  })
}

/** Replaces a key, and shows the new key's secret once. */
export const openKeyRotationDialog = ({ userClient, say }: Context, { id, hint }: ApiKey): Promise<boolean> => {
  const idempotencyKey = crypto.randomUUID()
  return openSecretCreationDialog({
    say,
    heading: say('keys.rotateTitle'),
    submitLabel: say('keys.rotate'),
    content: () => html`<p>${say('keys.rotateHint', { hint })}</p>`,
    make: async () => shownKey(say, (await userClient.rotateApiKey({ id, idempotencyKey })).key),
  })
}

const shownKey = (say: Say, secret: string): Secret => ({
  heading: say('keys.secret'),
  hint: say('keys.secretHint'),
  secret,
})

/** Asks for confirmation, and then revokes a key at once. */
export const openKeyRevocationDialog = ({ userClient, say }: Context, { id, hint }: ApiKey): Promise<boolean> =>
  openConfirmation({
    say,
    heading: say('keys.revokeTitle'),
    submitLabel: say('keys.revoke'),
    isDangerous: true,
    hint: say('keys.revokeHint', { hint }),
    act: () => userClient.revokeApiKey({ id }),
    done: say('keys.revoked'),
  })

const scopesOf = (form: FormData): NonNullable<UserOperationBody<'createApiKey'>['scopes']> =>
  Object.fromEntries(
    scopedResources.flatMap((resource) => {
      const access = form.get(`scope-${resource}`)
      return access === 'read' || access === 'write' ? [[resource, access] as const] : []
    }),
  )
