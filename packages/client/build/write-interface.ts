import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formattedInterface } from './formatted-interface.ts'

// `node packages/client/build/write-interface.ts` writes the client's types from the contract.
// Inferred types made the client install contract and zod. `openapi-typescript` has no names for bodies and queries, and no methods.
// The element's published types contain a copy.

writeFileSync(fileURLToPath(new URL('../src/interface.ts', import.meta.url)), await formattedInterface())
