import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8 from compiling WebAssembly a second time, with its optimizing compiler; to be called before the embedded database is loaded.
 * One of its functions, which is large and never hot, takes two seconds of a core and 600 MB to optimize, which a process that ends
 * soon never gets back. Servers do not call this: without the optimizing compiler their page views take up to a third longer.
 * Commands that read much, `doctor --books` or `restore`, take up to half as long again. JavaScript is optimized as usual.
 */
export const compileOnce = (): void => {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}
