import { z } from 'zod'
import { listOf } from '../../resources/list.ts'
import { webhookEndpoint } from '../../resources/webhook-endpoint.ts'
import { createdBetween, pageQuery } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Lists webhook endpoints. */
export const findWebhookEndpoints = operation({
  name: 'findWebhookEndpoints',
  method: 'GET',
  path: '/webhook-endpoints',
  summary: 'Find webhook endpoints',
  description: ['Lists webhook endpoints, latest first, the disabled ones too.', 'Secrets are not shown.'],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'read' },
  params: none,
  query: z.strictObject({ ...pageQuery, ...createdBetween }),
  body: null,
  answer: listOf(webhookEndpoint),
  problems: [],
})
