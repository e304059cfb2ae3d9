import { injectionPayloads } from './injection-payloads'

const lines = ['a\nb', 'a\r\nb', 'a\rb', 'a\r\nSet-Cookie: a=b', 'a\r\n\r\nHTTP/1.1 200 OK', 'a\tb']
const names = [
  '__proto__',
  '__proto__.polluted',
  'constructor',
  'constructor.prototype',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  '__defineGetter__',
  'then',
  'length',
  'undefined',
  'null',
  'true',
  'false',
  'NaN',
  '[object Object]',
  '{"a":1}',
  '[]',
  '"}],"x":[{"',
]
const numbers = [
  '0',
  '-0',
  '-1',
  '01',
  '1.5',
  '1e3',
  '1e309',
  '-1e309',
  '0x10',
  '0b1',
  '0o7',
  '1_000',
  '1,000',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(400),
  `0.${'0'.repeat(300)}1`,
  'Infinity',
  '+1',
  '1n',
  '١٢٣',
  '１２３',
  '½',
]
const days = [
  '2026-02-30',
  '0000-00-00',
  '2026-11-21T00:00:00Z',
  '2026-11-21; drop table sales',
  "2026-11-21'",
  '20261121',
  'today',
  'tomorrow',
  'epoch',
  '2026-11-21 BC',
  '٢٠٢٦-١١-٢١',
  '99999-01-01',
  '-0001-01-01',
]
const unicode = [
  '\u202eright to left',
  'left \u2066isolated\u2069 right',
  'שלום',
  'مرحبا',
  'e\u0301 and \u00e9',
  '\u0130\u0131\u00df\ufb01',
  'Z\u0351\u036b\u0343\u036a\u0302\u036bA\u0334\u0301\u0310L\u0352\u033fG\u0337O',
  '😀👩‍👩‍👧‍👦🇩🇪',
  '\u{10ffff}',
  '\u{e0041}\u{e007f}',
  'a\u200bb\u200cc\u200dd\u2060e',
  'a\ufeffb',
  'a\u00a0b\u2003c',
  'a\u2028b\u2029c',
  '\uff07 or 1=1',
  '\u2019; --',
  'аdmin in Cyrillic',
  'ﷺ'.repeat(20),
  '\ufffd\ufffe\uffff',
  '\ud800',
  'half \ud83d of it',
  '\udfff\ud800',
  '名前',
  'x'.repeat(199),
  'x'.repeat(201),
  '😀'.repeat(101),
  ' '.repeat(50),
]
/** Every control character, including NUL, between two letters. */
const controls = Array.from({ length: 0xa0 }, (_, point) => point)
  .filter((point) => point < 0x20 || point > 0x7e)
  .map((point) => `a${String.fromCharCode(point)}b`)
/** Texts that close a quote and continue with other syntax. */
const quoteBreakouts = ["'", '"', '`', ')', "')", '"}', '\\'].flatMap((quote) =>
  [' or 1=1', '; drop table sales', '/**/', '\0', '%'].map((rest) => `Ada${quote}${rest}`),
)

/** Texts that other programs misread or cannot read. */
export const ambiguousTexts: readonly string[] = [
  lines,
  names,
  numbers,
  days,
  unicode,
  controls,
  quoteBreakouts,
].flat()

/** Texts that have broken or exploited programs before. */
export const hostileTexts: readonly string[] = [
  ...new Set([...injectionPayloads, ...ambiguousTexts]),
]
