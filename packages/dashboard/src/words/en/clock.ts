/** The texts of the sandbox clock, in English. `{name}` is a placeholder. */
export const clockEn = {
  'clock.title': 'Sandbox clock',
  'clock.hint':
    'It moves the time of all organizations of this server, and never back. All that falls due until then happens: renewals, retries, ends and notices.',
  'clock.now': 'It is {date} by the sandbox clock.',
  'clock.step': 'Move it by',
  'clock.day': 'one day',
  'clock.week': 'one week',
  'clock.month': 'one month',
  'clock.year': 'one year',
  'clock.toDate': 'to a date',
  'clock.date': 'Date',
  'clock.move': 'Move the clock',
  'clock.moved': 'It is {date} by the sandbox clock now',
  'clock.ran': 'What happened: {count}',
} as const
