import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { until } from '../../../testing/mount-checkout.ts'
import { englishCardCatalogue } from '../../messages/card-catalogue.ts'
import { CardForm } from '../card-form.ts'

afterEach(() => document.body.replaceChildren())

const openForm = () => {
  const form = new CardForm(
    englishCardCatalogue,
    () => ({ year: 2026, month: 11 }),
    () => {},
  )
  document.body.append(form.root)
  const field = (id: string) => form.root.querySelector<HTMLInputElement>(`#${id}`)!
  const say = (id: string, value: string, caret: number, inputType: string): void => {
    const input = field(id)
    input.value = value
    input.setSelectionRange(caret, caret)
    input.dispatchEvent(new InputEvent('input', { inputType, bubbles: true }))
  }
  return { form, field, say }
}

test('Backspace after the blank of a group deletes the digit before it', () => {
  const { field, say } = openForm()
  say('number', '4242 4242', 9, 'insertText')

  // The simulated browser has deleted only the space.
  say('number', '42424242', 4, 'deleteContentBackward')

  expect(field('number').value).to.equal('4244 242')
  expect(field('number').selectionStart).to.equal(3)
})

test('Backspace elsewhere deletes the character before the caret', () => {
  const { field, say } = openForm()
  say('number', '4242 4242', 9, 'insertText')

  say('number', '4242 424', 8, 'deleteContentBackward')

  expect(field('number').value).to.equal('4242 424')
})

const paste = (input: HTMLInputElement, text: string): boolean => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  // Not every browser lets a script create an event with clipboard data, so the data are added to a plain event.
  return input.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
}

test('a pasted card with its date and code fills all three fields', async () => {
  const { form, field } = openForm()

  paste(field('number'), '٤٢٤٢ 4242 4242 4242, 12/30, 123')
  await until(() => field('cvc').value !== '')

  const typed = ['number', 'expiry', 'cvc'].map((id) => field(id).value)
  expect(typed).to.deep.equal(['4242 4242 4242 4242', '12 / 30', '123'])
  expect(form.state.brand).to.equal('visa')
})

test('a pasted number without date and code fills only its own field', () => {
  const { field } = openForm()

  expect(paste(field('number'), '4242 4242 4242 4242')).to.equal(true)
})

test('a card number in the name field is an error', () => {
  const { form, field, say } = openForm()
  say('name', '4242 4242 4242 4242', 19, 'insertText')

  form.read()

  expect(field('name').ariaInvalid).to.equal('true')
  expect(document.getElementById('name-error')?.textContent).to.equal('Enter a name, not a card number.')
})

test('the keyboard of a phone says what Enter does, and writes names as names are written', () => {
  const { field } = openForm()
  const hints = ['number', 'expiry', 'cvc', 'name'].map((id) => [
    field(id).enterKeyHint,
    field(id).getAttribute('autocapitalize'),
  ])

  expect(hints).to.deep.equal([
    ['go', 'off'],
    ['go', 'off'],
    ['go', 'off'],
    ['go', 'words'],
  ])
})
