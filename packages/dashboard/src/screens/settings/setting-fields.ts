import { html, type TemplateResult } from 'lit'
import { type Field, checkbox, field, select, textArea } from '../../parts/field.ts'
import { InputFault } from '../../parts/form-dialog.ts'

/** The value of a setting, in the form that the interface uses. */
export type SettingValue = unknown

/** A setting in a form: how to draw its field, and how to read its value from the form. */
export interface SettingField {
  /** The key of the setting. The key `name` means the organization's name, which is not a setting. */
  readonly key: string
  readonly draw: (value: SettingValue) => TemplateResult
  /** Throws an `InputFault` if the user typed an invalid value. */
  readonly read: (form: FormData) => SettingValue
}

const textOf = (form: FormData, key: string): string =>
  String(form.get(key) ?? '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()

/** A setting that is one line of text; null if the line is empty. */
export const textSetting = (
  key: string,
  options: Pick<Field, 'label' | 'hint' | 'type' | 'lengthMax' | 'lengthMin'> & { readonly isRequired?: boolean },
): SettingField => ({
  key,
  draw: (value) =>
    field({ name: key, ...options, isOptional: !options.isRequired, value: typeof value === 'string' ? value : '' }),
  read: (form) => textOf(form, key) || null,
})

/** A setting that is a text of several lines; null if the text is empty. */
export const longTextSetting = (
  key: string,
  options: { readonly label: string; readonly hint?: string; readonly lengthMax: number },
): SettingField => ({
  key,
  draw: (value) => textArea({ name: key, ...options, value: typeof value === 'string' ? value : '' }),
  read: (form) => textOf(form, key) || null,
})

/** A setting that is an amount, typed in US dollars and stored in US cents; null if the field is empty. */
export const dollarsSetting = (
  key: string,
  options: { readonly label: string; readonly hint: string; readonly fault: string },
): SettingField => ({
  key,
  draw: (value) =>
    field({
      name: key,
      label: options.label,
      hint: options.hint,
      inputMode: 'decimal',
      isOptional: true,
      value: typeof value === 'number' ? (value / 100).toFixed(2) : '',
    }),
  read: (form) => {
    const typed = textOf(form, key)
    if (typed === '') return null
    if (!/^\d{1,9}([.,]\d{1,2})?$/.test(typed)) throw new InputFault(options.fault)
    return Math.round(Number(typed.replace(',', '.')) * 100)
  },
})

/** A setting that is a list, typed with one entry on each line; `none` is the setting's value if the field is empty. */
export const listSetting = <Entry>(
  key: string,
  options: {
    readonly label: string
    readonly hint: string
    readonly none: readonly Entry[] | null
    readonly write: (entry: Entry) => string
    readonly parse: (line: string) => Entry
  },
): SettingField => ({
  key,
  draw: (value) =>
    textArea({
      name: key,
      label: options.label,
      hint: options.hint,
      lines: 5,
      value: ((value as readonly Entry[] | null) ?? []).map(options.write).join('\n'),
    }),
  read: (form) => {
    const lines = textOf(form, key)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    return lines.length === 0 ? options.none : lines.map(options.parse)
  },
})

/** A setting that is one of several values. */
export const choiceSetting = (
  key: string,
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
): SettingField => ({
  key,
  draw: (value) => select({ name: key, label, value: String(value), choices }),
  read: (form) => textOf(form, key),
})

/** A setting that is on or off. */
export const switchSetting = (key: string, label: string): SettingField => ({
  key,
  draw: (value) => checkbox(key, label, { isTicked: value === true }),
  read: (form) => form.has(key),
})

/** A setting that is drawn as several checkboxes. `isTicked` and `valueOf` convert between the ticked boxes and the setting's value. */
export const checkboxesSetting = (
  key: string,
  options: {
    readonly label: string
    readonly choices: readonly (readonly [value: string, text: string])[]
    readonly isTicked: (value: SettingValue, choice: string) => boolean
    readonly valueOf: (ticked: readonly string[]) => SettingValue
  },
): SettingField => ({
  key,
  draw: (value) =>
    html`<fieldset>
      <legend>${options.label}</legend>
      ${options.choices.map(([choice, text]) =>
        checkbox(key, text, { value: choice, isTicked: options.isTicked(value, choice) }),
      )}
    </fieldset>`,
  read: (form) => options.valueOf(form.getAll(key).map(String)),
})
