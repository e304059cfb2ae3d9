import { expect, test } from 'vitest'
import { readTags } from './parse-tags.mjs'

const idsOf = (...lines) =>
  readTags(lines.join('\n')).tags.map(({ id, title }) => `${id}: ${title}`)
const problemsOf = (...lines) =>
  readTags(lines.join('\n')).problems.map(({ line, text }) => `${line}: ${text}`)

test('a tag names sentences, decisions and requirements of the title below it', () => {
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

test('a range in a tag includes both of its ends', () => {
  const ids = idsOf(`// @holds spec 5.9-5.11, asvs 1.2.3-1.2.4`, `test('adds up', () => {})`)
  expect(ids).toEqual([
    'spec 5.9: adds up',
    'spec 5.10: adds up',
    'spec 5.11: adds up',
    'asvs 1.2.3: adds up',
    'asvs 1.2.4: adds up',
  ])
})

test('several tag lines above one title all count', () => {
  const ids = idsOf(
    `  // @holds spec 1.1`,
    `  // @holds asvs 1.1.1`,
    `])('adds %s up', async () => {})`,
  )
  expect(ids).toEqual(['spec 1.1: adds %s up', 'asvs 1.1.1: adds %s up'])
})

test.each([
  ['a Playwright test', `  test('adds up', async ({ page }) => {`],
  ['a test whose title has a line of its own', `  'adds up',`, `  async () => {`],
  ['a Compose step', `  ['adds up', addUp],`],
  ['a fault of prove', `  name: 'adds up',`],
])('a tag can stand above the title of %s', (_kind, ...lines) => {
  expect(idsOf('', `// @holds spec 1.1`, ...lines)).toEqual(['spec 1.1: adds up'])
})

test.each(['spec 5.3-4.1', 'spec 5.3-5.1', 'spec', '5.3', 'spec 5.3 5.4', 'rule 1.1', 'spec 5.3,'])(
  'the tag "%s" is reported as unreadable',
  (tag) => {
    const [problem] = problemsOf('', `// @holds ${tag}`, `test('adds up', () => {})`)
    expect(problem).toContain(`2: The tag "${tag}" cannot be read at "`)
  },
)

test('a tag without a test title on the next line is reported', () => {
  const problems = problemsOf(`// @holds spec 5.3`, ``, `test('adds up', () => {})`)
  expect(problems).toEqual(['1: The tag "spec 5.3" has no test title on the line below it.'])
})
