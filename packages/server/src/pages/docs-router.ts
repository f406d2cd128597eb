import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import { requestLocalsOf } from '../http/requests/request-locals.ts'
import { sendFile, type ServedFile, servedFile } from './assets/served-file.ts'
import { securityPolicyOf } from './html.ts'
import { loadOnce } from './load-once.ts'

/** Serves the interface as OpenAPI 3.1, and a page that shows it. */
export const docsRouter = (publicUrl: () => string): Router => {
  // Loaded on the first request: the pages and examples are large, and most servers never serve them.
  const load = loadOnce(readFiles)
  const describe = loadOnce(async () => {
    const { openapi } = await import('@billing-checkout/contract/openapi')
    return servedFile('openapi.json', Buffer.from(JSON.stringify(openapi(publicUrl()))))
  })
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/openapi.json', async (_request, response) => {
    requestLocalsOf(response).pattern = '/openapi.json'
    // The documentation page below has an opaque origin, so browsers treat it as a foreign site.
    response.set('Access-Control-Allow-Origin', '*')
    await sendFile(response, await describe(), 'public, no-cache')
  })
  router.get(['/docs', '/docs/:file'], async (request, response, next) => {
    const file = (await load()).get(request.path)
    if (file === undefined) return next()
    requestLocalsOf(response).pattern = '/docs'
    response.set(docsHeaders)
    await sendFile(response, file, 'public, no-cache')
  })
  return router
}

/** The CSP sandbox removes the page's origin, so that nothing in it can read the card frame. */
const docsHeaders = {
  'Content-Security-Policy': securityPolicyOf({
    sandbox: 'allow-scripts allow-popups',
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>billing-checkout: the interface</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>.auth-wrapper, .authorization__btn { display: none }</style>
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/start.js" defer></script>
</head>
<body><main id="docs"></main></body>
</html>
`

/** Trying operations is switched off, and the buttons to authorize are hidden, because an API key must never be entered into a page. */
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  defaultModelsExpandDepth: 0,
  deepLinking: false,
  docExpansion: 'list',
  supportedSubmitMethods: [],
  validatorUrl: null,
})
`

/**
 * A published server contains the page's files, because installing their package would run that package's script on the operator's machine.
 */
const packedFiles = fileURLToPath(new URL('../docs-page', import.meta.url))

const readFiles = async (): Promise<ReadonlyMap<string, ServedFile>> => {
  const folder = existsSync(packedFiles)
    ? packedFiles
    : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const fromPackage = ['swagger-ui.css', 'swagger-ui-bundle.js'].map(
    async (name) => [`/docs/${name}`, servedFile(name, await readFile(join(folder, name)))] as const,
  )
  return new Map([
    ['/docs', servedFile('docs.html', Buffer.from(page))],
    ['/docs/start.js', servedFile('start.js', Buffer.from(start))],
    ...(await Promise.all(fromPackage)),
  ])
}
