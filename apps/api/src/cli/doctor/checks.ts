import { embeddedDatabaseExists } from '#src/database/embedded/home'
import { openDatabase, type OpenDatabase } from '#src/database/open-database'
import { checkBackups } from './backup-checks'
import { type Check, type Finding, runCheck } from './check'
import { examineDatabase } from './database-checks'
import { checkDisk, checkFiles, checkNetwork, checkNode, checkSettings } from './machine-checks'
import type { Settings } from './settings'

/** Runs all checks. They change nothing. */
export async function examine(
  settings: Settings,
  onOpening: (opening: Promise<OpenDatabase>) => void,
): Promise<Finding[]> {
  const { env, refused } = settings
  const checks: Check[] = [
    { name: 'Node', run: checkNode },
    { name: 'Settings', run: () => checkSettings(settings) },
    { name: 'Network', run: () => checkNetwork(env) },
    { name: 'Disk', run: () => checkDisk(env) },
    { name: 'Files', run: () => checkFiles(env) },
  ]
  const findings: Finding[] = []
  for (const check of checks) findings.push(...(await runCheck(check)))

  if (refused.has('DATABASE_URL')) {
    const found =
      'This could not be checked, because DATABASE_URL is not valid: see the check Settings.'
    return [...findings, { check: 'Database', state: 'error', found }]
  }
  // Opening the database would create it.
  if (!env.DATABASE_URL && !(await embeddedDatabaseExists(env.STOCKIE_HOME))) {
    const found = `There is no shop in ${env.STOCKIE_HOME} yet: npm start creates one.`
    return [...findings, { check: 'Database', state: 'ok', found }]
  }
  // Before the database: users need their backups most while it is down.
  findings.push(...(await runCheck({ name: 'Backups', run: () => checkBackups(env) })))
  let url: string | undefined
  const open = async () => {
    const opening = openDatabase(env)
    onOpening(opening)
    url = (await opening).url
    return []
  }
  findings.push(...(await runCheck({ name: 'Database', run: open })))
  return url ? [...findings, ...(await examineDatabase(url, settings))] : findings
}
