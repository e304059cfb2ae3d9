import { StartError } from './start-error'

const wrong: Record<string, string> = {
  EACCES: 'may not be written by your user',
  EPERM: 'may not be written by your user',
  EROFS: 'is on a read-only disk',
  ENOSPC: 'is on a disk that is full',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOENT: 'cannot be made',
}

/** A file that could not be written becomes a sentence; any other error stays what it is. */
export function sayWhatIsWrong(error: unknown, home: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = wrong[code]
  if (!reason) return error
  const file = error instanceof Error && 'path' in error ? String(error.path) : home
  // What lies inside names itself, so that whoever reads it finds the one file that is not theirs.
  const place = file.startsWith(home) && ['EACCES', 'EPERM'].includes(code) ? file : home
  return new StartError(
    `${place} ${reason}: set STOCKIE_HOME to a folder that Stockie can write, and start again.`,
  )
}
