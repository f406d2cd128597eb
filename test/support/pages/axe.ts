import axe from 'axe-core'
import type { BrowserContext, Frame } from 'playwright-core'

/**
 * Which rules of axe-core apply: all of WCAG 2.0 to 2.2 A and AA and best practice, or only those whose result depends on colors or on
 * sizes.
 */
export type AxeRules = 'all' | 'colours' | 'sizes'

const rulesOf: Readonly<Record<Exclude<AxeRules, 'all'>, readonly string[]>> = {
  colours: ['color-contrast', 'link-in-text-block'],
  sizes: ['target-size', 'scrollable-region-focusable'],
}

// A frame is not a page: these rules apply to the page that contains it.
const rulesOfPages = ['landmark-one-main', 'page-has-heading-one', 'region']

/** Adds axe-core to every document that the context will open. Pages do not notice it, and their policy does not block it. */
export const provideAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript(axe.source)

/** The faults that axe-core finds in one document into which it was loaded. Frames in the document are not checked. */
export const violationsIn = (frame: Frame, which: AxeRules = 'all'): Promise<readonly string[]> =>
  frame.evaluate(
    async ({ only, without }) => {
      const { axe: runner } = window as unknown as { axe: typeof axe }
      // axe-core switches this rule off by default, because it is new in WCAG 2.2.
      const rules = {
        'target-size': { enabled: true },
        ...Object.fromEntries(without.map((id) => [id, { enabled: false }])),
      }
      const wanted = only === null ? { rules } : { runOnly: { type: 'rule' as const, values: [...only] } }
      const { violations } = await runner.run(document, { iframes: false, resultTypes: ['violations'], ...wanted })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      )
    },
    {
      only: which === 'all' ? null : rulesOf[which],
      without: frame.parentFrame() === null ? [] : rulesOfPages,
    },
  )
