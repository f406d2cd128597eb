/**
 * What a program of ours is started with that should see nothing of the environment of the tests, which has a `MODE`, too: where programs are, and
 * where Node keeps what it has compiled, without which each start reads all modules anew.
 */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
