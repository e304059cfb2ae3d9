import { readdirSync } from 'node:fs'
import path from 'node:path'

const sourceFolders = ['apps', 'packages', 'prisma', 'scripts', 'tools']
const skippedNames = new Set(['node_modules', 'dist', 'generated'])

/** Lists the files that can hold tags, as paths from the root with slashes. */
export function listSources(root) {
  return sourceFolders.flatMap((folder) => listFolder(root, folder))
}

function listFolder(root, folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || skippedNames.has(entry.name)) return []
    if (entry.isDirectory()) return listFolder(root, name)
    return /\.(?:tsx?|mjs)$/.test(entry.name) ? [name] : []
  })
}

const testTitle = /(['"`])((?:(?!\1)[^\n\\]|\\.)+)\1,\s*(?:async\b|\(|\{|\w+(?: =>|\]))/g
const faultName = /^ {2}name: (')([^'\n]+)',$/gm

/**
 * Finds the titles of tests and Compose steps (a text before a function), and the names of prove's faults.
 */
function findTitles(source) {
  // Each fault of prove has a file of its own, which says how often each form plays it.
  const isLongFault = source.includes('rounds: { short: 0,')
  return [...source.matchAll(testTitle), ...source.matchAll(faultName)].map((match) => ({
    title: withoutForm(match[2]),
    isLong: match[2].endsWith(' @long') || isLongFault,
    line: source.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0),
  }))
}

/** Without the mark of a test that only the long form of `npm test` plays. */
const withoutForm = (title) => title.replace(/\$\{longUnless\(.*\)\}$| @long$/, '')

const tagLine = /^\s*\/\/ @holds\b ?(.*)$/
const kinds = ['spec', 'decision', 'asvs']
const number = /^\d+(?:\.\d+)*$/

/**
 * Reads the tags of a file: comments such as `// @holds spec 5.3, 5.4-5.9, decision 7.1` on the lines
 * directly above the line of a title.
 */
export function readTags(source) {
  const titles = new Map(findTitles(source).map(({ line, ...title }) => [line, title]))
  const lines = source.split('\n')
  const tags = []
  const problems = []
  for (const [index, text] of lines.entries()) {
    const tag = tagLine.exec(text)?.[1]
    if (tag === undefined) continue
    const line = index + 1
    const titleLine = lines.findIndex((other, at) => at > index && !tagLine.test(other)) + 1
    const test = titles.get(titleLine)
    const { ids, problem } = parseTag(tag)
    if (problem) problems.push({ line, text: problem })
    if (test === undefined) {
      problems.push({ line, text: `The tag "${tag}" has no test title on the line below it.` })
    } else {
      tags.push(...ids.map((id) => ({ id, ...test, line })))
    }
  }
  return { tags, problems }
}

/** Parses `spec 5.3, 5.4-5.9, decision 7.1`: a kind applies until the next kind. */
function parseTag(tag) {
  const ids = []
  let kind
  for (const part of tag.split(',').map((text) => text.trim())) {
    const words = part.split(/\s+/)
    if (kinds.includes(words[0])) kind = words.shift()
    const numbers = words.length === 1 ? expandRange(words[0]) : undefined
    if (!kind || !numbers) {
      return { ids, problem: `The tag "${tag}" cannot be read at "${part}".` }
    }
    ids.push(...numbers.map((each) => `${kind} ${each}`))
  }
  return { ids }
}

/** Expands `5.4-5.6` to 5.4, 5.5 and 5.6. Returns undefined if the text is neither a number nor a range. */
function expandRange(text) {
  const ends = text.split('-')
  if (ends.length > 2 || !ends.every((end) => number.test(end))) return undefined
  const [first, last = first] = ends.map((end) => end.split('.').map(Number))
  const prefix = first.slice(0, -1).join('.')
  const [from, to] = [first.at(-1), last.at(-1)]
  if (last.slice(0, -1).join('.') !== prefix || to < from) return undefined
  return Array.from({ length: to - from + 1 }, (_, index) =>
    [...first.slice(0, -1), from + index].join('.'),
  )
}
