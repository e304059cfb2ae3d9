/** The rows of a list in its parts, and what tells later which parts have changed. */
export type CachedParts = {
  /** The revision of what the rows of all parts depend on. */
  base: string
  /** In the order of the list. */
  parts: readonly (Part & { json: Buffer })[]
  /** The keys and the versions of the parts as arrays of PostgreSQL, because each read sends them. */
  keys: string
  versions: string
}

/** A day as text, or a number. */
type Key = string | number

type Part = {
  key: Key
  /** Changes with every write to its rows. Null if it is not known. */
  version: string | null
  /** The number of rows. */
  rows: number
}

/** Some rows of one part, with properties of the whole list. */
export type PartChunk = {
  base: string
  /** The keys and versions of all parts as JSON, in one of the chunks. */
  versions: string | null
  /** Null if no rows were read. */
  part: Key | null
  rows: number
  body: string
}

type CombinedParts = {
  rows: number
  length: number
  join: () => { body: Buffer; parts: CachedParts }
}

/** Combines the parts that were read with the unchanged ones of the cached list. */
export function combineParts(
  chunks: readonly PartChunk[],
  order: 'asc' | 'desc',
  cached?: CachedParts,
): CombinedParts {
  const [first] = chunks
  const base = first?.base ?? ''
  const pairs = chunks.find((chunk) => chunk.versions !== null)?.versions ?? '[]'
  const versions = new Map<Key, string>(JSON.parse(pairs))
  const parts = new Map<Key, Part & { arrays: (string | Buffer)[] }>()
  function add(key: Key) {
    const part = { key, version: versions.get(key) ?? null, rows: 0, arrays: [] }
    parts.set(key, part)
    return part
  }
  for (const { json: array, ...part } of cached?.base === base ? cached.parts : []) {
    const isUnchanged = part.version === (versions.get(part.key) ?? null)
    if (isUnchanged) parts.set(part.key, { ...part, arrays: part.rows > 0 ? [array] : [] })
  }
  for (const key of versions.keys()) if (!parts.has(key)) add(key)
  for (const { part: key, rows, body } of chunks) {
    if (key === null) continue
    const part = parts.get(key) ?? add(key)
    part.rows += rows
    part.arrays.push(body)
  }
  const before = order === 'asc' ? -1 : 1
  const inOrder = [...parts.values()].toSorted((one, other) =>
    one.key < other.key ? before : -before,
  )
  const arrays = inOrder.flatMap((part) => part.arrays)

  function join() {
    const body = joinArrays(arrays)
    let start = 0
    const joined = inOrder.map(({ arrays: own, ...part }) => {
      const end = start + lengthOf(own)
      const array = body.subarray(start, end)
      // The next array begins in place of the closing bracket.
      start = end - 1
      return { ...part, json: array }
    })
    const keys = `{${inOrder.map(({ key }) => key).join(',')}}`
    const current = `{${inOrder.map(({ version }) => version ?? 'null').join(',')}}`
    return { body, parts: { base, parts: joined, keys, versions: current } }
  }

  const rows = inOrder.reduce((sum, part) => sum + part.rows, 0)
  return { rows, length: lengthOf(arrays), join }
}

const [open = 0, comma = 0, close = 0] = Buffer.from('[,]')

/**
 * Joins JSON arrays into one, directly as bytes: one long text would be another copy. Only a single array may be empty,
 * and commas may replace the brackets.
 */
export function joinArrays(arrays: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.allocUnsafe(Math.max(lengthOf(arrays), 2))
  let start = 0
  for (const array of arrays) {
    const length = typeof array === 'string' ? body.write(array, start) : array.copy(body, start)
    body[start] = comma
    start += length - 1
  }
  body[0] = open
  body[body.length - 1] = close
  return body
}

/** The length of the joined array. Between two arrays, a comma replaces both brackets. */
function lengthOf(arrays: readonly (string | Buffer)[]): number {
  return arrays.reduce((sum, array) => sum + Buffer.byteLength(array) - 1, 1)
}
