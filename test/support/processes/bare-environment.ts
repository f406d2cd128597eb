/**
 * The environment for a program of ours that should see nothing of that of the tests, which has a `MODE`, too: the paths of
 * programs, and of the folder in which Node keeps what it has compiled. Without that each start reads all modules again.
 */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
