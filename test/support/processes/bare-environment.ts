/**
 * The environment for a program of ours that must not see the tests' own environment, for example its `MODE`. It has only the paths of
 * programs, and of the folder in which Node caches compiled modules; without that cache, each start would compile all modules again.
 */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
