import axe from 'axe-core'
import type { BrowserContext, Frame } from 'playwright-core'

/** Everything axe-core knows of WCAG 2.0 to 2.2 A and AA and of best practice; or only what colours or sizes can change. */
export type AxeRules = 'all' | 'colours' | 'sizes'

const rulesOf: Readonly<Record<Exclude<AxeRules, 'all'>, readonly string[]>> = {
  colours: ['color-contrast', 'link-in-text-block'],
  sizes: ['target-size', 'scrollable-region-focusable'],
}

// A frame is no page: its landmarks and its first heading are those of the page around it.
const rulesOfPages = ['landmark-one-main', 'page-has-heading-one', 'region']

/** Puts axe-core into every document that the context will open; pages neither see nor forbid it by their policy. */
export const provideAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript(axe.source)

/** What axe-core finds wrong in one document of a context that was provided with it. Frames in it are not entered. */
export const violationsIn = (frame: Frame, which: AxeRules = 'all'): Promise<readonly string[]> =>
  frame.evaluate(
    async ({ only, without }) => {
      const { axe: runner } = window as unknown as { axe: typeof axe }
      // Off by default there, since it is new in WCAG 2.2.
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
