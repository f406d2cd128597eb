import { languageTag } from '@billing-checkout/domain/locales'
import { tellDeveloper } from '../developer/tell-developer.ts'
import { langAttributesAround } from '../messages/localizer.ts'

interface SpeakingElement extends Element {
  readonly locale: string | null
}

/** Logs a message for the developer if a `locale`, or a `lang` around the element, is not a language tag. */
export const reportInvalidLanguages = (element: SpeakingElement): void => {
  const { locale } = element
  const written = langAttributesAround(element).map((lang) => ['lang', lang] as const)
  for (const [name, value] of [['locale', locale] as const, ...written])
    if (value !== null && (name === 'locale' || value) && languageTag(value) === null)
      tellDeveloper('no_language', { language: `${name}="${value}"` })
}
