import { z } from 'zod'
import { operation } from './operation.ts'
import { none } from './parts.ts'

/** Answers the public keys that cards are sealed with, as a JWK Set. */
export const findCardKeys = operation({
  name: 'findCardKeys',
  method: 'GET',
  path: '/card-keys',
  summary: 'Find the card keys',
  section: 'decisions 3',
  callers: ['anyone'],
  scope: null,
  params: none,
  query: none,
  body: null,
  answer: z.strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.literal('RSA'),
        kid: z.string(),
        use: z.literal('enc'),
        alg: z.literal('RSA-OAEP-256'),
        n: z.string(),
        e: z.string(),
      }),
    ),
  }),
  problems: [],
})
