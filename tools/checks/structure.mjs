import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folders with product code. Base names are unique within each of them. */
const apps = ['apps/api/src', 'apps/web/src', 'packages/contracts/src']
const maxFilesInFolder = 20
const minLinesOfLoneFile = 30

/** Small files with one importer beside them that stay files of their own, each with its reason. */
export const loneFiles = {
  'apps/api/src/http/conflict-retry.ts': 'a newcomer looks for the retry by its name',
  'apps/web/src/app/app.tsx': 'the root of the app chunk, which is imported dynamically',
  'apps/web/src/features/sales/toolbar-sheets.tsx':
    'the root of the sheets chunk, which is imported dynamically',
  'scripts/require-node.mjs': 'old versions of Node must be able to parse it',
  'tools/bench/src/bench-options.ts': 'its test must not load PostgreSQL',
}

/** Folders that may hold more files, each with its reason. */
const largeFolders = {}

/** Returns a message for each file or folder that breaks a rule of the structure. */
export function findStructureProblems(files) {
  const sources = files.filter(({ file }) => !isTest(file))
  return [
    ...findLoneFiles(sources),
    ...findLargeFolders(files),
    ...findRepeatedNames(sources),
    ...findStaleExceptions(files),
  ]
}

function findLoneFiles(sources) {
  const importers = countImporters(sources)
  return sources
    .filter(
      ({ file, text }) => text.split('\n').length <= minLinesOfLoneFile && !(file in loneFiles),
    )
    .filter(({ file }) => {
      const found = importers.get(file) ?? []
      return found.length === 1 && path.dirname(found[0]) === path.dirname(file)
    })
    .map(
      ({ file }) =>
        `${file} has fewer than ${minLinesOfLoneFile} lines and one importer, in the same folder. Merge the two, or give a reason in tools/checks/structure.mjs.`,
    )
}

function findLargeFolders(files) {
  const counts = new Map()
  for (const { file } of files) {
    const folder = path.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFilesInFolder && !(folder in largeFolders))
    .map(
      ([folder, count]) =>
        `${folder} has ${count} code files. The limit is ${maxFilesInFolder}: divide the folder by subject.`,
    )
}

function findRepeatedNames(sources) {
  return apps.flatMap((app) => {
    const names = new Map()
    for (const { file } of sources.filter((source) => source.file.startsWith(`${app}/`))) {
      const name = path.basename(file).replace(/\.\w+$/, '')
      names.set(name, [...(names.get(name) ?? []), file])
    }
    return [...names]
      .filter(([, same]) => same.length > 1)
      .map(([name, same]) => `The name "${name}" occurs twice in ${app}: ${same.join(', ')}.`)
  })
}

function findStaleExceptions(files) {
  const known = new Set(files.flatMap(({ file }) => [file, path.dirname(file)]))
  return [...Object.keys(loneFiles), ...Object.keys(largeFolders)]
    .filter((name) => !known.has(name))
    .map((name) => `tools/checks/structure.mjs has an exception for ${name}, which does not exist.`)
}

/** Follows './x', '../x', '@/x' (web) and '#src/x' (packages) to a file of the project. */
function countImporters(sources) {
  const known = new Set(sources.map(({ file }) => file))
  const importers = new Map()
  for (const { file, text } of sources) {
    for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      const target = resolve(file, name, known)
      if (target) importers.set(target, [...new Set([...(importers.get(target) ?? []), file])])
    }
  }
  return importers
}

function resolve(file, name, known) {
  const root = file.includes('/src/') ? `${file.split('/src/')[0]}/src` : path.dirname(file)
  const base = name.startsWith('.')
    ? path.posix.join(path.dirname(file), name)
    : name.replace(/^(?:@|#src)\//, `${root}/`)
  return [base, `${base}.ts`, `${base}.tsx`, `${base}.mjs`].find((each) => known.has(each))
}

const isTest = (file) =>
  /\.(test|spec)\.\w+$/.test(file) || /\/(e2e|test|testing|pictures)\//.test(file)
const isCode = (file) => /\.(ts|tsx|mjs|js|jsx)$/.test(file) && !/generated|\.d\.ts$/.test(file)

/** The code files that git knows or would add. */
export function listCodeFiles(root) {
  const listed = execFileSync('git', ['-C', root, 'ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  return listed
    .split('\n')
    .filter((file) => isCode(file) && existsSync(path.join(root, file)))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
}
