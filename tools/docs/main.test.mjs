import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runDocs } from './main.mjs'

const testFile = 'apps/sale.test.ts'
// A constant, because the full text below would be a tag of this file.
const tag = '// @holds'
const files = {
  [testFile]: `
${tag} spec 1.1, decision 1.1, decision 2, asvs 1.1.1
test('the total is checked', () => {})
${tag} spec 1.1
test('cents | dollars', () => {})
`,
  'docs/specification/1-sales.md': `# 1. Sales

| No. | Specification | Reading | Tests |
| --- | --- | --- | --- |
| | A sale has a total. | To the cent. | |

## More

| No. | Specification | Reading | Tests |
| --- | --- | --- | --- |
| | It says: | | Nothing to hold: it introduces a list. |
`,
  'docs/specification/decisions.md': `# Decisions

1. **Totals.** They are checked.
   - on the server:
2. **Stock.** A sale lowers it.
`,
  'docs/security.md': `# Security

| No. | Requirement | Control | Tests |
| --- | --- | --- | --- |
| 1.1.1 | Input is checked | zod | |
| 1.1.2 | TLS | Caddy | Not met: only behind a proxy. |
`,
}

let root
const write = (file, text) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
const replace = (file, text, other) => write(file, read(file).replace(text, other))
const read = (file) => readFileSync(path.join(root, file), 'utf8')
const lineOf = (file, text) =>
  read(file)
    .split('\n')
    .find((line) => line.includes(text))

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'stockie-docs-'))
  for (const folder of ['packages', 'prisma', 'scripts', 'tools'])
    mkdirSync(path.join(root, folder))
  for (const [file, text] of Object.entries(files)) write(file, text)
  runDocs(root, [])
})

afterEach(() => rmSync(root, { recursive: true }))

test('runDocs writes numbers and tests, and keeps the other columns and notes', () => {
  const page = 'docs/specification/1-sales.md'
  expect(lineOf(page, 'A sale')).toBe(
    '| 1.1 | A sale has a total. | To the cent. | `apps/sale.test.ts` › `the total is checked`, `cents \\| dollars` |',
  )
  expect(lineOf(page, 'It says')).toBe(
    '| 1.2 | It says: |  | Nothing to hold: it introduces a list. |',
  )
  expect(lineOf('docs/security.md', 'Input')).toBe(
    '| 1.1.1 | Input is checked | zod | `apps/sale.test.ts` › `the total is checked` |',
  )
  expect(read('docs/specification/decisions.md')).toBe(`# Decisions

1. **Totals.** They are checked.
   - on the server:
     - \`apps/sale.test.ts\` › \`the total is checked\`
2. **Stock.** A sale lowers it.
   - \`apps/sale.test.ts\` › \`the total is checked\`
`)
})

test('a second runDocs changes nothing, and --check passes', () => {
  expect(runDocs(root, [])).toEqual({ messages: [], failed: false })
  expect(runDocs(root, ['--check'])).toEqual({ messages: [], failed: false })
})

test('runDocs --check names each stale document and does not change it', () => {
  replace(testFile, 'the total is checked', 'a wrong total is refused')
  const documents = Object.keys(files).filter((file) => file.endsWith('.md'))
  const before = documents.map(read)
  expect(runDocs(root, ['--check'])).toEqual({
    messages: documents.map((file) => `${file} is stale. Run npm run docs and commit the result.`),
    failed: true,
  })
  expect(documents.map(read)).toEqual(before)
})

test('runDocs replaces the tests behind a note and keeps the note', () => {
  replace(testFile, 'asvs 1.1.1', 'asvs 1.1.1-1.1.2')
  runDocs(root, [])
  replace(testFile, 'the total is checked', 'a wrong total is refused')
  runDocs(root, [])
  expect(lineOf('docs/security.md', 'TLS')).toBe(
    '| 1.1.2 | TLS | Caddy | Not met: only behind a proxy.<br>`apps/sale.test.ts` › `a wrong total is refused` |',
  )
})

const noTest = (id) => `No test is tagged "// @holds ${id}", and no note gives a reason.`

test.each([
  ['spec 1.1, ', 'spec 1.9, ', `${testFile}:2: The tag names "spec 1.9", which does not exist.`],
  [
    'decision 1.1',
    'decision 1',
    `${testFile}:2: The tag names "decision 1", which does not exist.`,
  ],
  ['decision 1.1, ', '', `docs/specification/decisions.md:4: ${noTest('decision 1.1')}`],
  ['decision 2, ', '', `docs/specification/decisions.md:6: ${noTest('decision 2')}`],
  [', asvs 1.1.1', '', `docs/security.md:5: ${noTest('asvs 1.1.1')}`],
  [
    'spec 1.1, ',
    'spec 1.1-1.2, ',
    'docs/specification/1-sales.md:11: spec 1.2 has both a note and tests.',
  ],
])(
  'runDocs fails with and without --check if a tag "%s" becomes "%s"',
  (before, after, problem) => {
    replace(testFile, before, after)
    for (const args of [['--check'], []]) {
      const { messages, failed } = runDocs(root, args)
      expect(messages).toContain(problem)
      expect(failed).toBe(true)
    }
  },
)

test('runDocs fails if only the long form holds a decision', () => {
  replace(testFile, "'the total is checked'", "'the total is checked @long'")
  const { messages, failed } = runDocs(root, [])
  expect(messages).toContain(
    'docs/specification/decisions.md:4: Only tests with @long hold decision 1.1.',
  )
  expect(failed).toBe(true)
})

test('runDocs fails if a row has neither a test nor a note', () => {
  replace('docs/specification/1-sales.md', 'Nothing to hold: it introduces a list.', '')
  const { messages, failed } = runDocs(root, [])
  expect(messages[0]).toBe(`docs/specification/1-sales.md:11: ${noTest('spec 1.2')}`)
  expect(failed).toBe(true)
})

test('runDocs reports and keeps a note without a known label', () => {
  replace('docs/security.md', 'Not met: only', 'Only')
  const problem =
    'docs/security.md:6: The note of asvs 1.1.2 must begin with "Not met: ", "Rests with the host: ", "By reading: ".'
  expect(runDocs(root, [])).toEqual({ messages: [problem], failed: true })
  expect(lineOf('docs/security.md', 'TLS')).toContain('Only behind a proxy.')
})
