import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decisionList, securityTables, specificationTables } from './documents.mjs'
import { listSources, readTags } from './test-tags.mjs'

/** Reads the tags of all tests and returns each document as it is and as it should be. */
export function generateDocuments(root) {
  const { tests, problems } = readTests(root)
  const files = listDocuments(root).map(({ file, document }) => {
    const before = readFileSync(path.join(root, file), 'utf8')
    const items = document.read(before).map((item) => ({ ...item, file }))
    const after = document.write(before, (id) => tests.filter((test) => test.id === id))
    return { file, before, after, items }
  })
  const items = files.flatMap((each) => each.items)
  return { files, tests, problems: [...problems, ...findProblems(items, tests)] }
}

function readTests(root) {
  const tests = []
  const problems = []
  for (const file of listSources(root)) {
    const source = readFileSync(path.join(root, file), 'utf8')
    if (!source.includes('// @holds')) continue
    const found = readTags(source)
    tests.push(...found.tags.map((tag) => ({ ...tag, file })))
    problems.push(...found.problems.map(({ line, text }) => `${file}:${line}: ${text}`))
  }
  return { tests, problems }
}

function listDocuments(root) {
  const folder = 'docs/specification'
  const sections = readdirSync(path.join(root, folder))
    .filter((name) => /^\d+-.+\.md$/.test(name))
    .toSorted()
  return [
    ...sections.map((name) => ({
      file: `${folder}/${name}`,
      document: specificationTables(name.split('-')[0]),
    })),
    { file: `${folder}/decisions.md`, document: decisionList },
    { file: 'docs/security.md', document: securityTables },
  ]
}

function findProblems(items, tests) {
  const existingIds = new Set(items.map(({ id }) => id))
  const testedIds = new Set(tests.map(({ id }) => id))
  const shortFormIds = new Set(tests.filter(({ isLong }) => !isLong).map(({ id }) => id))
  return [
    ...tests
      .filter(({ id }) => !existingIds.has(id))
      .map(({ file, line, id }) => `${file}:${line}: The tag names "${id}", which does not exist.`),
    ...items.flatMap((item) => findItemProblem(item, testedIds.has(item.id))),
    ...items
      .filter(({ id }) => testedIds.has(id) && !shortFormIds.has(id))
      .map(({ file, line, id }) => `${file}:${line}: Only tests with @long hold ${id}.`),
  ]
}

function findItemProblem({ id, file, line, note, notes, allowsBoth }, isTested) {
  const place = `${file}:${line}:`
  if (note && !notes.some((label) => note.startsWith(`${label}: `))) {
    return [`${place} The note of ${id} must begin with "${notes.join(': ", "')}: ".`]
  }
  if (!note && !isTested) {
    return [`${place} No test is tagged "// @holds ${id}", and no note gives a reason.`]
  }
  if (note && isTested && !allowsBoth) return [`${place} ${id} has both a note and tests.`]
  return []
}
