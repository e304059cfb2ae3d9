import { z } from 'zod'
import { BackupError } from './backup-error'
import { manifest, name, type Manifest } from './manifest'

const ours = z.object({ stockie: name, format: z.number() })

/** What the first line of a backup says, or a sentence about why it cannot be used. */
export function readManifest(file: string, line: string | null): Manifest {
  const said = parse(line)
  const kind = ours.safeParse(said)
  if (!kind.success) throw new BackupError(`${file} is no backup that Stockie made.`)
  if (kind.data.format > 1) {
    throw new BackupError(
      `${file} was made by a newer Stockie (${kind.data.stockie}): restore it with that one, or a newer one.`,
    )
  }
  const read = manifest.safeParse(said)
  if (read.success) return read.data
  throw new BackupError(
    `${file} was changed after it was made, and is no longer what was backed up: restore another backup.`,
    read.error,
  )
}

function parse(line: string | null): unknown {
  if (!line?.startsWith('-- {')) return undefined
  try {
    return JSON.parse(line.slice(3))
  } catch {
    return undefined
  }
}
