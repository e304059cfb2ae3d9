import { findTitles } from './find-titles.mjs'

const tagLine = /^\s*\/\/ @holds\b ?(.*)$/
const kinds = ['spec', 'decision', 'asvs']
const number = /^\d+(?:\.\d+)*$/

/**
 * Reads the tags of a file: comments such as `// @holds spec 5.3, 5.4-5.9, decision 7.1` on the lines
 * directly above the line of a title.
 */
export function readTags(source) {
  const titles = new Map(findTitles(source).map(({ line, title }) => [line, title]))
  const lines = source.split('\n')
  const tags = []
  const problems = []
  for (const [index, text] of lines.entries()) {
    const written = tagLine.exec(text)?.[1]
    if (written === undefined) continue
    const line = index + 1
    const below = lines.findIndex((other, at) => at > index && !tagLine.test(other)) + 1
    const title = titles.get(below)
    const { ids, problem } = parseTag(written)
    if (problem) problems.push({ line, text: problem })
    if (title === undefined) {
      problems.push({ line, text: `The tag "${written}" has no test title on the line below it.` })
    } else {
      tags.push(...ids.map((id) => ({ id, title, line })))
    }
  }
  return { tags, problems }
}

/** Parses `spec 5.3, 5.4-5.9, decision 7.1`: a kind counts until the next kind. */
function parseTag(written) {
  const ids = []
  let kind
  for (const part of written.split(',').map((text) => text.trim())) {
    const words = part.split(/\s+/)
    if (kinds.includes(words[0])) kind = words.shift()
    const numbers = words.length === 1 ? expandRange(words[0]) : undefined
    if (!kind || !numbers) {
      return { ids, problem: `The tag "${written}" cannot be read at "${part}".` }
    }
    ids.push(...numbers.map((each) => `${kind} ${each}`))
  }
  return { ids }
}

/** Expands `5.4-5.6` to 5.4, 5.5 and 5.6. Returns undefined if the text is no number and no range. */
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
