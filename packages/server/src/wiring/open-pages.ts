import type { Router } from 'express'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { processorOfCards } from '../billing/checkout/processor-of-cards.ts'
import { readWalletOffer } from '../billing/checkout/wallet-offer.ts'
import type { Config } from '../config/config.ts'
import type { AssembledBilling } from './create-billing.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Store } from './open-store.ts'
import { actionsRouter } from '../pages/actions/actions-router.ts'
import { archiveAssets } from '../pages/assets/archived-assets.ts'
import { archivedAssetsRouter } from '../pages/assets/archived-assets-router.ts'
import { assetsRouter } from '../pages/assets/assets-router.ts'
import { type ElementAssets, readAssets } from '../pages/assets/assets.ts'
import { sessionRouter } from '../pages/dashboard/session-router.ts'
import { readDashboard } from '../pages/dashboard/dashboard-files.ts'
import { dashboardRouter } from '../pages/dashboard/dashboard-router.ts'
import { docsRouter } from '../pages/docs-router.ts'
import { frameRouter } from '../pages/frame/frame-router.ts'
import { declarationsRouter } from '../pages/hosted/declarations/declarations-router.ts'
import { hostedRouter } from '../pages/hosted/hosted-router.ts'
import { portalRouter } from '../pages/portal/portal-router.ts'
import { logosRouter } from '../pages/hosted/logos-router.ts'
import { indexRouter } from '../pages/index-router.ts'
import { notificationsRouter } from '../pages/notifications-router.ts'
import { emailPages } from '../pages/sandbox/emails/email-pages.ts'

/** The parts from which a server's pages are built. */
export interface PagesDependencies {
  readonly config: Config
  /** The built element; undefined if it is not built. */
  readonly assets: ElementAssets | undefined
  readonly store: Store
  readonly assembled: AssembledBilling
  readonly rateLimiter: RateLimiter
}

/** Creates the routers of all pages and files for browsers. Before that, stores the element's files in the database for other servers. */
export const openPages = async (parts: PagesDependencies): Promise<Router[]> => {
  const { config, store, assembled, rateLimiter, assets } = parts
  const { billing, processorPages, storesEmails } = assembled
  const { masterSecret } = store
  const { publicUrl, frameOrigin, isPublic } = billing
  const { metricsToken: token } = config
  const database = store.database.db
  // Archive before the server listens, because a page that loads its script from this server may request the script's other files from
  // another server.
  if (assets !== undefined) await archiveAssets(database, masterSecret, assets, billing.wallClock())
  return [
    ...(assets === undefined
      ? []
      : [
          assetsRouter(assets),
          frameRouter({
            ...billing,
            rateLimiter,
            manifest: assets.manifest,
            processorOfCards: (organization, sessionId) => processorOfCards(billing, organization, sessionId),
            readWalletOffer: (sessionId, wanted) => readWalletOffer(billing, sessionId, wanted),
          }),
        ]),
    declarationsRouter({ ...billing, rateLimiter }),
    hostedRouter({ ...billing, rateLimiter, manifest: assets?.manifest }),
    portalRouter({ ...billing, rateLimiter, manifest: assets?.manifest }),
    sessionRouter({ ...billing, rateLimiter, originsOfFirst: config.allowedOrigins }),
    dashboardRouter({ ...billing, rateLimiter, dashboard: await readDashboard(builtDashboard) }),
    logosRouter({ database, rateLimiter }),
    actionsRouter({ ...billing, rateLimiter }),
    notificationsRouter({ ...billing, rateLimiter }),
    ...processorPages,
    ...(storesEmails ? [emailPages({ database, isPublic, token, rateLimiter })] : []),
    docsRouter(publicUrl),
    indexRouter({
      mode: billing.mode,
      publicUrl,
      frameOrigin,
      manifest: assets?.manifest,
      hasEmails: storesEmails && (token !== null || !isPublic()),
    }),
    archivedAssetsRouter({ database, masterSecret, rateLimiter }),
  ]
}

/** The element's package is next to the server's, or below it if npm followed the server's shrinkwrap. */
const builtElement = builtFolder('element')

/** The dashboard's package is next to the server's or below it, too. */
const builtDashboard = builtFolder('dashboard')

function builtFolder(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`@billing-checkout/${name}/package.json`)), 'dist')
}

/** Reads the built element from its folder, and warns if the element is not built. */
export const readElement = async (
  logger: Logger,
  assetsFolder: string = builtElement,
): Promise<ElementAssets | undefined> => {
  const assets = await readAssets(assetsFolder)
  if (assets === undefined) logger.warn({ folder: assetsFolder }, 'the element is not built: there is no checkout page')
  return assets
}
