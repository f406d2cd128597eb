import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formattedInterface } from './formatted-interface.ts'

// `node packages/client/build/write-interface.ts` writes the client's types from the contract.

writeFileSync(fileURLToPath(new URL('../src/interface.ts', import.meta.url)), await formattedInterface())
