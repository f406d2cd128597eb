import { z } from 'zod'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Returns the public keys for encrypting cards, as a JWK Set. */
export const findCardKeys = operation({
  name: 'findCardKeys',
  method: 'GET',
  path: '/card-keys',
  summary: 'Find the card keys',
  description: [
    'Answers the public keys that cards are sealed with, as a JWK Set (RFC 7517). Only tools need it: the card frame brings its key along.',
    'Keys change from time to time; a card that was sealed with an older one is accepted for a while.',
  ],
  callers: ['anyone'],
  scope: null,
  params: none,
  query: none,
  body: null,
  answer: z.strictObject({
    keys: z
      .array(
        z
          .strictObject({
            kty: z.literal('RSA').describe('Kind of the key.'),
            kid: z.string().describe('Identifier of the key, which goes into the header of the sealed card.'),
            use: z.literal('enc').describe('The key is for encrypting only.'),
            alg: z.literal('RSA-OAEP-256').describe('Algorithm that the key is used with.'),
            n: z.string().describe('Modulus, base64url.'),
            e: z.string().describe('Exponent, base64url.'),
          })
          .describe('A public key as a JSON Web Key.'),
      )
      .describe('The keys that are accepted; the first is the one to seal with.'),
  }),
  problems: [],
})
