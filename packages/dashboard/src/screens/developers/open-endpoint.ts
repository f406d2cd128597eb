import { field } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { openSecret } from '../../parts/open-secret.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

/** Creates a webhook endpoint for all events, and shows its secret once. */
export const openEndpoint = async ({ client, say }: Context): Promise<boolean> => {
  const keys = new Map<string, string>()
  let secret = ''
  const isMade = await openDialog({
    say,
    heading: say('webhooks.create'),
    submitLabel: say('webhooks.create'),
    content: () => field({ name: 'url', label: say('webhooks.url'), type: 'url', lengthMax: 2048, isWithFocus: true }),
    submit: async (form) => {
      const url = String(form.get('url')).trim()
      const idempotencyKey = keys.get(url) ?? crypto.randomUUID()
      keys.set(url, idempotencyKey)
      secret = (await client.createWebhookEndpoint({ url }, { idempotencyKey })).secret
    },
  })
  if (!isMade) return false
  toast(say('webhooks.created'))
  await openSecret({ say, heading: say('webhooks.secret'), hint: say('webhooks.secretHint'), secret })
  return true
}
