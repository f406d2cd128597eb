import type { WebhookEndpoint } from '@billing-checkout/client'
import { html } from 'lit'
import { keysOfChanges } from '../../shell/keys-of-changes.ts'
import { field, select, textArea } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { openSecret } from '../../parts/open-secret.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import type { Say } from '../../words/say.ts'

type EventTypes = Parameters<Context['client']['createWebhookEndpoint']>[0]['event_types']

/** Creates a webhook endpoint, and shows its secret once. */
export const openEndpoint = async ({ client, say }: Context): Promise<boolean> => {
  const keyOf = keysOfChanges()
  let secret = ''
  const isMade = await openDialog({
    say,
    heading: say('webhooks.create'),
    submitLabel: say('webhooks.create'),
    content: () => endpointFields(say, { url: '', description: null, event_types: ['*'] }),
    submit: async (form) => {
      const body = bodyOf(form)
      const idempotencyKey = keyOf(body)
      secret = (await client.createWebhookEndpoint(body, { idempotencyKey })).secret
    },
  })
  if (!isMade) return false
  toast(say('webhooks.created'))
  await openSecret({ say, heading: say('webhooks.secret'), hint: say('webhooks.secretHint'), secret })
  return true
}

/** Changes an endpoint's address and event types, and disables or enables it. */
export const openEndpointChange = ({ client, say }: Context, endpoint: WebhookEndpoint): Promise<boolean> =>
  openDialog({
    say,
    heading: say('webhooks.change'),
    submitLabel: say('webhooks.save'),
    content: () =>
      html`${endpointFields(say, endpoint)}
      ${select({
        name: 'sends',
        label: say('webhooks.sends'),
        choices: endpoint.enabled
          ? [
              ['', say('webhooks.sendsOn')],
              ['off', say('webhooks.sendsOff')],
            ]
          : [
              ['', say('webhooks.sendsOff')],
              ['where_it_stopped', say('webhooks.resumeWhereStopped')],
              ['now', say('webhooks.resumeNow')],
            ],
      })}`,
    submit: async (form) => {
      const sends = String(form.get('sends'))
      await client.updateWebhookEndpoint(endpoint.id, {
        ...bodyOf(form),
        ...(sends === 'off' && { enabled: false }),
        ...((sends === 'now' || sends === 'where_it_stopped') && { enabled: true, resume_from: sends }),
      })
      toast(say('webhooks.changed'))
    },
  })

/** Sends past events to an endpoint again: all events of a time span, or those whose delivery failed. */
export const openReplay = ({ client, say, format }: Context, { id }: WebhookEndpoint): Promise<boolean> => {
  const keyOf = keysOfChanges()
  return openDialog({
    say,
    heading: say('webhooks.replay'),
    submitLabel: say('webhooks.replay'),
    content: () =>
      html`<p>${say('webhooks.replayHint')}</p>
        ${field({ name: 'from', label: say('webhooks.replayFrom'), type: 'date', isOptional: true, isWithFocus: true })}`,
    submit: async (form) => {
      const from = String(form.get('from'))
      const idempotencyKey = keyOf(from)
      const body = from === '' ? ({ failed: true } as const) : { from }
      const { replayed } = await client.replayWebhooks(id, body, { idempotencyKey })
      toast(say('webhooks.replayed', { count: format.count(replayed) }))
    },
  })
}

/** Creates a new secret for an endpoint, and shows it once. */
export const openSecretRotation = async ({ client, say }: Context, { id }: WebhookEndpoint): Promise<boolean> => {
  const idempotencyKey = crypto.randomUUID()
  let secret = ''
  const isMade = await openDialog({
    say,
    heading: say('webhooks.rotate'),
    submitLabel: say('webhooks.rotate'),
    content: () => html`<p>${say('webhooks.rotateHint')}</p>`,
    submit: async () => {
      secret = (await client.rotateWebhookSecret(id, { idempotencyKey })).secret
    },
  })
  if (!isMade) return false
  await openSecret({ say, heading: say('webhooks.secret'), hint: say('webhooks.secretHint'), secret })
  return true
}

/** Deletes an endpoint. The server never sends its pending events. */
export const openEndpointDeletion = ({ client, say }: Context, { id, url }: WebhookEndpoint): Promise<boolean> =>
  openDialog({
    say,
    heading: say('webhooks.delete'),
    submitLabel: say('webhooks.delete'),
    isDangerous: true,
    content: () =>
      html`<p><bdi>${url}</bdi></p>
        <p>${say('webhooks.deleteHint')}</p>`,
    submit: async () => {
      await client.deleteWebhookEndpoint(id)
      toast(say('webhooks.deleted'))
    },
  })

const endpointFields = (
  say: Say,
  { url, description, event_types: types }: Pick<WebhookEndpoint, 'url' | 'description' | 'event_types'>,
) =>
  html`${field({ name: 'url', label: say('webhooks.url'), value: url, type: 'url', lengthMax: 2048, isWithFocus: true })}
  ${field({
    name: 'description',
    label: say('webhooks.description'),
    value: description ?? '',
    lengthMax: 500,
    isOptional: true,
  })}
  ${textArea({
    name: 'types',
    label: say('webhooks.types'),
    hint: say('webhooks.typesHint'),
    value: types.join('\n'),
  })}`

const bodyOf = (form: FormData) => {
  const types = String(form.get('types')).split(/\s+/).filter(Boolean)
  return {
    url: String(form.get('url')).trim(),
    description: String(form.get('description')).trim() || null,
    // If a type is unknown, the server's error names it.
    event_types: (types.length === 0 ? ['*'] : types) as NonNullable<EventTypes>,
  }
}
