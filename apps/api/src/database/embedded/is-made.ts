import { access } from 'node:fs/promises'
import path from 'node:path'
import { inHome } from './home'

/** Whether there is an embedded database in a home; opening one would make it. */
export async function isMade(home: string): Promise<boolean> {
  return access(path.join(inHome(home).data, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}
