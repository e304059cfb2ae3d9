import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * A user who can write the home or its secrets can replace them, and so sign in as the owner. Returns a sentence
 * that says what to do if other users can write one of these, else undefined. Windows has no such owners and modes.
 */
export async function describeForeignAccess(files: string[]): Promise<string | undefined> {
  const own = process.getuid?.()
  if (own === undefined) return undefined
  const places = await readPlaces(files)
  const foreign = places.find(({ uid }) => uid !== own && uid !== 0)
  if (foreign) {
    const { file, uid } = foreign
    const advice =
      own === 0
        ? `run chown -h root ${quote(file)}`
        : 'set STOCKIE_HOME to a folder that belongs to you'
    return `${file} belongs to the user with the id ${uid}, who could take over the shop: start Stockie as that user, or ${advice}, and start again.`
  }
  const open = places.filter(({ isOpen }) => isOpen).map(({ file }) => file)
  if (open.length === 0) return undefined
  return `Other users of this machine can write ${open.join(' and ')}, and so take over the shop: run chmod go-w ${open.map(quote).join(' ')} and start again.`
}

type Place = { file: string; uid: number; isOpen: boolean }

/** The files that exist, and each link with the file that it leads to. */
async function readPlaces(files: string[]): Promise<Place[]> {
  const places: Place[] = []
  for (const file of files) {
    const stats = await lstat(file).catch(() => null)
    // The mode of a link says nothing.
    if (stats?.isSymbolicLink()) places.push({ file, uid: stats.uid, isOpen: false })
    const target = await realpath(file).catch(() => null)
    if (target === null) continue
    const { uid, mode } = await stat(target)
    places.push({ file: target, uid, isOpen: (mode & 0o022) !== 0 })
  }
  return places
}

/**
 * The nearest folder above the home in which every user may rename folders, as is never so in /tmp, which has
 * the sticky bit. Groups are not checked: on many systems each user has a group of their own.
 */
export async function findOpenParent(wanted: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  const home = await realpath(wanted).catch(() => wanted)
  for (let folder = home; folder !== path.dirname(folder);) {
    folder = path.dirname(folder)
    const mode = (await stat(folder).catch(() => null))?.mode ?? 0
    if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0) return folder
  }
  return undefined
}

/** A path as the shell reads it. */
export function quote(file: string): string {
  return /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`
}
