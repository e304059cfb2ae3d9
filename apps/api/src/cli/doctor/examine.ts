import { isMade } from '@/database/embedded/is-made'
import { openDatabase, type OpenDatabase } from '@/database/open-database'
import { checkBackups } from './check-backups'
import { checkDisk } from './check-disk'
import { checkFiles } from './check-files'
import { checkNetwork } from './check-network'
import { checkNode } from './check-node'
import { checkSettings } from './check-settings'
import { examineDatabase } from './examine-database'
import type { Check, Finding } from './finding'
import type { Settings } from './read-settings'
import { runCheck } from './run-check'

/** Everything that can be found out without changing anything. */
export async function examine(
  settings: Settings,
  onOpening: (opening: Promise<OpenDatabase>) => void,
): Promise<Finding[]> {
  const { env, refused } = settings
  const checks: Check[] = [
    { name: 'Node', look: checkNode },
    { name: 'Settings', look: () => checkSettings(settings) },
    { name: 'Network', look: () => checkNetwork(env) },
    { name: 'Disk', look: () => checkDisk(env) },
    { name: 'Files', look: () => checkFiles(env) },
  ]
  const findings: Finding[] = []
  for (const check of checks) findings.push(...(await runCheck(check)))

  const refusal = refused.get('DATABASE_URL')
  if (refusal) {
    const found = 'Not looked at, because DATABASE_URL cannot be used: see Settings.'
    return [...findings, { check: 'Database', state: 'wrong', found }]
  }
  // Opening it would make it.
  if (!env.DATABASE_URL && !(await isMade(env.STOCKIE_HOME))) {
    const found = `There is no shop in ${env.STOCKIE_HOME} yet: npm start makes it.`
    return [...findings, { check: 'Database', state: 'ok', found }]
  }
  // Before the database: they are wanted most while it is down.
  findings.push(...(await runCheck({ name: 'Backups', look: () => checkBackups(env) })))
  let url: string | undefined
  const look = async () => {
    const opening = openDatabase(env)
    onOpening(opening)
    url = (await opening).url
    return []
  }
  findings.push(...(await runCheck({ name: 'Database', look })))
  return url ? [...findings, ...(await examineDatabase(url, settings))] : findings
}
