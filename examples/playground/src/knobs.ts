/** A drop-down list. */
export const select = (
  name: string,
  label: string,
  options: readonly string[],
  chosen: string,
  words = (option: string) => option,
): string =>
  `<label class="knob"><span>${label}</span><select name="${name}">${options
    .map((option) => `<option value="${option}"${option === chosen ? ' selected' : ''}>${words(option)}</option>`)
    .join('')}</select></label>`

/** Radio buttons, side by side. */
export const radios = (
  name: string,
  label: string,
  options: readonly string[],
  chosen: string,
  words = (option: string) => option,
): string =>
  `<fieldset class="knob"><legend>${label}</legend><span class="segments">${options
    .map(
      (option) =>
        `<label><input type="radio" name="${name}" value="${option}"${option === chosen ? ' checked' : ''}><span>${words(option)}</span></label>`,
    )
    .join('')}</span></fieldset>`

/** Radio buttons below each other in a group; the options are pairs of name and title. */
export const choices = (
  name: string,
  group: string,
  options: readonly (readonly [option: string, title: string])[],
  chosen: string,
): string =>
  `<fieldset><legend>${group}</legend>${options
    .map(
      ([option, title]) =>
        `<label class="state"><input type="radio" name="${name}" value="${option}"${option === chosen ? ' checked' : ''}><span>${title}</span></label>`,
    )
    .join('')}</fieldset>`

/** A language's code and its own name. */
export const languageName = (locale: string): string =>
  `${locale} · ${new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale}`
