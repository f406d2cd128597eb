import { scopedResources } from '@billing-checkout/contract/dashboard'
import { html, nothing } from 'lit'
import type { UserAnswer, UserBody } from '../../api/user-client.ts'
import { keysOfChanges } from '../../shell/keys-of-changes.ts'
import { field, select } from '../../parts/field.ts'
import { InputFault, openDialog } from '../../parts/form-dialog.ts'
import { openSecret } from '../../parts/open-secret.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

type ApiKey = UserAnswer<'findApiKeys'>['data'][number]

/** Creates an API key, and shows its secret once. */
export const openKey = async ({ userClient, say }: Context): Promise<boolean> => {
  const keyOf = keysOfChanges()
  let isScoped = false
  let secret = ''
  const choices = [
    ['', say('keys.none')],
    ['read', say('keys.read')],
    ['write', say('keys.write')],
  ] as const
  const isMade = await openDialog({
    say,
    heading: say('keys.create'),
    submitLabel: say('keys.create'),
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
    submit: async (form) => {
      const name = String(form.get('name')).trim()
      const scopes = form.get('rights') === 'some' ? scopesOf(form) : null
      if (scopes !== null && Object.keys(scopes).length === 0) throw new InputFault(say('keys.rightsNone'))
      const body = { name: name === '' ? null : name, scopes }
      const idempotencyKey = keyOf(body)
      secret = (await userClient.createApiKey({ body, idempotencyKey })).key
    },
  })
  if (!isMade) return false
  toast(say('keys.created'))
  await openSecret({ say, heading: say('keys.secret'), hint: say('keys.secretHint'), secret })
  return true
}

/** Replaces a key, and shows the new key's secret once. */
export const openKeyRotation = async ({ userClient, say }: Context, { id, hint }: ApiKey): Promise<boolean> => {
  const idempotencyKey = crypto.randomUUID()
  let secret = ''
  const isMade = await openDialog({
    say,
    heading: say('keys.rotateTitle'),
    submitLabel: say('keys.rotate'),
    content: () => html`<p>${say('keys.rotateHint', { hint })}</p>`,
    submit: async () => {
      secret = (await userClient.rotateApiKey({ id, idempotencyKey })).key
    },
  })
  if (!isMade) return false
  await openSecret({ say, heading: say('keys.secret'), hint: say('keys.secretHint'), secret })
  return true
}

/** Revokes a key at once. */
export const openKeyRevocation = ({ userClient, say }: Context, { id, hint }: ApiKey): Promise<boolean> =>
  openDialog({
    say,
    heading: say('keys.revokeTitle'),
    submitLabel: say('keys.revoke'),
    isDangerous: true,
    content: () => html`<p>${say('keys.revokeHint', { hint })}</p>`,
    submit: async () => {
      await userClient.revokeApiKey({ id })
      toast(say('keys.revoked'))
    },
  })

const scopesOf = (form: FormData): NonNullable<UserBody<'createApiKey'>['scopes']> =>
  Object.fromEntries(
    scopedResources.flatMap((resource) => {
      const access = form.get(`scope-${resource}`)
      return access === 'read' || access === 'write' ? [[resource, access] as const] : []
    }),
  )
