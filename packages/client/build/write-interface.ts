import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formattedInterface } from './formatted-interface.ts'

// `node packages/client/build/write-interface.ts` generates the client's types from the contract. With inferred types,
// the client would have to install the contract and zod. `openapi-typescript` has no names for bodies and queries, and
// no methods. The element's published types contain a copy.

writeFileSync(fileURLToPath(new URL('../src/interface.ts', import.meta.url)), await formattedInterface())
