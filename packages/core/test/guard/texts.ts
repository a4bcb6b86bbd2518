import fc from 'fast-check'

/** Pieces on which the rules of the guard turn, so that they meet in every order. */
const PIECES = [
  ...'`"\'.!;:。?-*+•>#()[]{}%_/ \n\\5aAbB²使’…−@=$~^&|<,、，',
  '\u0301',
  '\u00ad',
  '\u200b',
  '\u200d',
  '\ud800',
  '\0',
  ...['```', '**', '[x] ', '[ ] ', 'Use ', 'NOT ', 'the ', 'A ', 'please ', "don't ", 'never ', 'For ', ', '],
  ...[
    '3,000',
    '2.5',
    '10k',
    ' ms',
    ' MB',
    '2026-03-07',
    '7 March ',
    'v1.2.3',
    '#12',
    'PR ',
    'task 5',
    '$5',
    '-x',
  ],
  ...[
    'src/a.ts',
    './',
    'https://x.io/',
    'FOO=1',
    '$',
    'fooBar',
    'foo()',
    'a.b',
    '@s/p',
    'ABC-1',
    'deadbeef1',
  ],
  ...[
    '必须',
    '不要',
    '两次',
    '请',
    '第三章',
    'ます',
    'です',
    'サーバー',
    'ない',
    '한국어',
    'Привет',
    'ﬁ',
    'İ',
    'ẞ',
    '🟢',
  ],
]

/** Any text, most of it made of what the rules look for. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
