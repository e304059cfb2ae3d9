import { expect, test } from 'vitest'
import { readTags } from './test-tags.mjs'

const idsOf = (...lines) =>
  readTags(lines.join('\n')).tags.map(({ id, title }) => `${id}: ${title}`)
const problemsOf = (...lines) =>
  readTags(lines.join('\n')).problems.map(({ line, text }) => `${line}: ${text}`)

test('readTags returns the sentences, decisions and requirements of the title below a tag', () => {
  const ids = idsOf(
    `// @holds spec 5.3, 9.1, decision 7.2, asvs 2.3.1`,
    `test('adds up', () => {})`,
  )
  expect(ids).toEqual([
    'spec 5.3: adds up',
    'spec 9.1: adds up',
    'decision 7.2: adds up',
    'asvs 2.3.1: adds up',
  ])
})

test('readTags leaves out the mark of the long form', () => {
  const ids = idsOf(
    `// @holds spec 5.3`,
    `test('adds up @long', () => {})`,
    `// @holds spec 5.4`,
    'test(`adds up in ${theme}${longUnless(theme === "dark")}`, () => {})',
  )
  expect(ids).toEqual(['spec 5.3: adds up', 'spec 5.4: adds up in ${theme}'])
})

test.each([
  ['a test with the mark', true, `test('adds up @long', () => {})`],
  ['a test without it', false, `test('adds up', () => {})`],
  ['some of its variants', false, 'test(`adds up${longUnless(isDark)}`, () => {})'],
  ['a fault that it plays too', false, `  name: 'adds up',`, '  rounds: { short: 1, long: 9 },'],
  ['a fault without short rounds', true, `  name: 'adds up',`, '  rounds: { short: 0, long: 9 },'],
])('readTags tells whether the short form plays %s', (_kind, isLong, ...lines) => {
  const { tags } = readTags(['', `// @holds spec 1.1`, ...lines].join('\n'))
  expect(tags).toMatchObject([{ isLong }])
})

test('readTags expands a range including both ends', () => {
  const ids = idsOf(`// @holds spec 5.9-5.11, asvs 1.2.3-1.2.4`, `test('adds up', () => {})`)
  expect(ids).toEqual([
    'spec 5.9: adds up',
    'spec 5.10: adds up',
    'spec 5.11: adds up',
    'asvs 1.2.3: adds up',
    'asvs 1.2.4: adds up',
  ])
})

test('readTags combines several tag lines above one title', () => {
  const ids = idsOf(
    `  // @holds spec 1.1`,
    `  // @holds asvs 1.1.1`,
    `])('adds %s up', async () => {})`,
  )
  expect(ids).toEqual(['spec 1.1: adds %s up', 'asvs 1.1.1: adds %s up'])
})

test.each([
  ['a Playwright test', `  test('adds up', async ({ page }) => {`],
  ['a test with its title on a separate line', `  'adds up',`, `  async () => {`],
  ['a Compose step', `  ['adds up', addUp],`],
  ['a fault of prove', `  name: 'adds up',`],
])('readTags accepts a tag above the title of %s', (_kind, ...lines) => {
  expect(idsOf('', `// @holds spec 1.1`, ...lines)).toEqual(['spec 1.1: adds up'])
})

test.each(['spec 5.3-4.1', 'spec 5.3-5.1', 'spec', '5.3', 'spec 5.3 5.4', 'rule 1.1', 'spec 5.3,'])(
  'readTags reports the tag "%s" as unreadable',
  (tag) => {
    const [problem] = problemsOf('', `// @holds ${tag}`, `test('adds up', () => {})`)
    expect(problem).toContain(`2: The tag "${tag}" cannot be read at "`)
  },
)

test('readTags reports a tag without a test title on the next line', () => {
  const problems = problemsOf(`// @holds spec 5.3`, ``, `test('adds up', () => {})`)
  expect(problems).toEqual(['1: The tag "spec 5.3" has no test title on the line below it.'])
})
