import { type Request, Router, urlencoded } from 'express'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import {
  answerConfirmation,
  type Confirmation,
  type ConfirmationAnswer,
  findConfirmation,
} from '../../processors/sandbox/confirmations.ts'
import type { Database } from '../../store/database.ts'
import { colorSchemeIn } from '../color-scheme.ts'
import { formFieldOf } from '../hosted/form-token.ts'
import { pageLocaleOf } from '../hosted/send-page.ts'
import {
  confirmationHeaders,
  type DocumentLook,
  unknownConfirmationDocument,
  confirmationDocument,
} from './confirmation-documents.ts'

/** The parts of the sandbox's pages for shoppers. */
export interface ConfirmationDependencies {
  readonly database: Database
  /** Makes the server query the outcome of a reference, as after a real processor's notification. */
  readonly queryReference: (reference: string) => Promise<void>
}

/**
 * The sandbox's bank and wallets, where the holder of a test card or account confirms, fails or cancels a payment. The documents run in a
 * browser sandbox, so they cannot read anything else on this server.
 */
export const confirmationPages = ({ database, queryReference }: ConfirmationDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(paths, async (request, response) => {
    requestLocalsOf(response).pattern = '/sandbox/{page}/{confirmation_id}'
    const confirmation = await findConfirmation(database, request.params['id'] as string)
    if (confirmation === undefined)
      return void response
        .status(404)
        .set(confirmationHeaders)
        .send(unknownConfirmationDocument(lookOf(request)))
    if (confirmation.state !== 'open') return void goBack(confirmation, (url) => response.redirect(303, url))
    response.set(confirmationHeaders).send(confirmationDocument(confirmation, lookOf(request)))
  })
  router.post(paths, urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
    requestLocalsOf(response).pattern = '/sandbox/{page}/{confirmation_id}'
    const confirmation = await findConfirmation(database, request.params['id'] as string)
    const answer = formFieldOf(request, 'answer')
    if (confirmation === undefined || !isAnswer(answer)) {
      return void response
        .status(400)
        .set(confirmationHeaders)
        .send(unknownConfirmationDocument(lookOf(request)))
    }
    // The server that sent the shopper here may have stopped waiting. If so, this query closes the attempt, and the answer no longer
    // counts.
    await queryReference(confirmation.reference)
    await answerConfirmation(database, confirmation, answer)
    await queryReference(confirmation.reference)
    goBack(confirmation, (url) => response.redirect(303, url))
  })
  return router
}

const paths = ['/sandbox/issuer/:id', '/sandbox/wallet/:id']

/** The look of the document. Its locale is the checkout's, which the previous page passes on; without it, the browser's. */
const lookOf = (request: Request): DocumentLook => ({
  locale: pageLocaleOf(request, typeof request.query['locale'] === 'string' ? request.query['locale'] : null),
  scheme: colorSchemeIn(request.query),
  isFramed: request.get('Sec-Fetch-Dest') === 'iframe',
})

const isAnswer = (answer: string): answer is ConfirmationAnswer =>
  answer === 'passed' || answer === 'failed' || answer === 'cancelled'

const goBack = ({ charge }: Confirmation, redirect: (url: string) => void): void => redirect(charge.returnUrl ?? '/')
