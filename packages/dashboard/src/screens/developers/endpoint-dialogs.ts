import type { WebhookEndpoint } from '@billing-checkout/client'
import { html } from 'lit'
import { field, select, textArea } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { openSecretCreationDialog, type Secret } from '../../parts/open-secret-dialog.ts'
import { readTextField } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { createIdempotencyKeys } from '../../shell/create-idempotency-keys.ts'
import type { Say } from '../../words/say.ts'

type EventTypes = Parameters<Context['client']['createWebhookEndpoint']>[0]['event_types']

/** Creates a webhook endpoint, and shows its secret once. */
export const openEndpointDialog = ({ client, say }: Context): Promise<boolean> => {
  const keyOf = createIdempotencyKeys()
  return openSecretCreationDialog({
    say,
    heading: say('webhooks.create'),
    content: () => endpointFields(say, { url: '', description: null, event_types: ['*'] }),
    make: async (form) => {
      const body = bodyOf(form)
      const { secret } = await client.createWebhookEndpoint(body, { idempotencyKey: keyOf(body) })
      toast(say('webhooks.created'))
      return shownSecret(say, secret)
    },
  })
}

/** Changes an endpoint's address, description and event types, and disables or enables it. */
export const openEndpointChangeDialog = ({ client, say }: Context, endpoint: WebhookEndpoint): Promise<boolean> =>
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
      const sends = readTextField(form, 'sends')
      await client.updateWebhookEndpoint(endpoint.id, {
        ...bodyOf(form),
        ...(sends === 'off' && { enabled: false }),
        ...((sends === 'now' || sends === 'where_it_stopped') && { enabled: true, resume_from: sends }),
      })
      toast(say('webhooks.changed'))
    },
  })

/** Sends past events to an endpoint again: all since the day that the user enters; without a day, those whose delivery failed. */
export const openReplayDialog = ({ client, say, format }: Context, { id }: WebhookEndpoint): Promise<boolean> => {
  const keyOf = createIdempotencyKeys()
  return openDialog({
    say,
    heading: say('webhooks.replay'),
    content: () =>
      html`<p>${say('webhooks.replayHint')}</p>
        ${field({ name: 'from', label: say('webhooks.replayFrom'), type: 'date', isOptional: true, isWithFocus: true })}`,
    submit: async (form) => {
      const from = readTextField(form, 'from')
      const body = from === '' ? ({ failed: true } as const) : { from }
      const { replayed } = await client.replayWebhooks(id, body, { idempotencyKey: keyOf(from) })
      toast(say('webhooks.replayed', { count: format.count(replayed) }))
    },
  })
}

/** Creates a new secret for an endpoint, and shows it once. */
export const openSecretRotationDialog = ({ client, say }: Context, { id }: WebhookEndpoint): Promise<boolean> => {
  const idempotencyKey = crypto.randomUUID()
  return openSecretCreationDialog({
    say,
    heading: say('webhooks.rotate'),
    content: () => html`<p>${say('webhooks.rotateHint')}</p>`,
    make: async () => shownSecret(say, (await client.rotateWebhookSecret(id, { idempotencyKey })).secret),
  })
}

const shownSecret = (say: Say, secret: string): Secret => ({
  heading: say('webhooks.secret'),
  hint: say('webhooks.secretHint'),
  secret,
})

/** Deletes an endpoint. After that, the server does not send the endpoint's pending events. */
export const openEndpointDeletionDialog = ({ client, say }: Context, { id, url }: WebhookEndpoint): Promise<boolean> =>
  openDialog({
    say,
    heading: say('webhooks.delete'),
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
  const types = readTextField(form, 'types').split(/\s+/).filter(Boolean)
  return {
    url: readTextField(form, 'url'),
    description: readTextField(form, 'description') || null,
    // If a type is unknown, the server's error names it.
    event_types: (types.length === 0 ? ['*'] : types) as NonNullable<EventTypes>,
  }
}
