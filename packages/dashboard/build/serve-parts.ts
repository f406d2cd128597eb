import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

// `npm run parts` shows every part of the dashboard in each of its states.
const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  appType: 'mpa',
  cacheDir: fileURLToPath(new URL('../../../node_modules/.cache/parts', import.meta.url)),
  server: { host: 'localhost', port: Number(process.env['PORT'] ?? 4246), strictPort: true },
})
await server.listen()
console.log(`The parts of the dashboard are at ${server.resolvedUrls?.local[0]}parts.html`)
