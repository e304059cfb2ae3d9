import { createHash } from 'node:crypto'
import type { RowQuery } from '@/database/read-row'

export type Etags = {
  of: (list: RowQuery, revision: string) => string
  /** The revisions of this list that are named in an If-None-Match. */
  revisionsIn: (header: string | undefined, list: RowQuery) => string[]
}

/**
 * An ETag is a revision, and before it how the rows are read: another version of this program, or one in
 * another time zone, reads the same rows differently.
 */
export function createEtags(timeZone: string): Etags {
  const readings = new Map<string, string>()

  function readingOf({ name, text }: RowQuery): string {
    const known = readings.get(name)
    if (known !== undefined) return known
    const hash = createHash('sha256').update(text).update(timeZone)
    const reading = hash.digest('base64url').slice(0, 8)
    readings.set(name, reading)
    return reading
  }

  return {
    of: (list, revision) => `W/"${readingOf(list)}-${revision}"`,
    revisionsIn(header, list) {
      if (!header) return []
      // Weak or not: some proxies pass a weak tag on as a strong one.
      const tags = header.matchAll(new RegExp(`"${readingOf(list)}-([\\w-]+)"`, 'g'))
      return [...tags].map(([, revision = '']) => revision)
    },
  }
}
