import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8 from compiling WebAssembly a second time with its optimizing compiler. Call it before loading the embedded database. One large
 * function of the database takes two seconds and 600 MB to optimize, and a short process never gains that back. Servers do not call this:
 * without the optimizing compiler, page views take up to a third longer. Commands that read much, such as `doctor --books` or `restore`,
 * take up to 50 % longer. JavaScript is optimized as usual.
 */
export const disableWasmOptimizer = (): void => {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}
