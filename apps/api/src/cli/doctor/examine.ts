import { embeddedDatabaseExists } from '#src/database/embedded/home'
import { openDatabase, type OpenDatabase } from '#src/database/open-database'
import { type Env, EnvError, readEnv, variables } from '#src/env'
import { type Check, type Finding, runCheck } from './check'
import { examineDatabase } from './database-checks'
import {
  checkBackups,
  checkDisk,
  checkFiles,
  checkNetwork,
  checkNode,
  checkSettings,
} from './machine-checks'

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
  if (!env.DATABASE_URL && !(await embeddedDatabaseExists(env.STOCKIE_HOME))) {
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

export type Settings = {
  env: Env
  /** The names of Stockie's variables that are set and can be used. */
  given: string[]
  /** A sentence about each variable that cannot be used, by its name. */
  refused: Map<string, string>
}

/** The environment without the variables that cannot be used: one of them hides nothing else. */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const left = { ...source }
  const refused = new Map<string, string>()
  const names = Object.keys(variables)
  for (;;) {
    try {
      const env = readEnv(left)
      return { env, refused, given: names.filter((name) => left[name]) }
    } catch (error) {
      if (!(error instanceof EnvError)) throw error
      const name = names.find((one) => left[one] && error.message.startsWith(`${one} `))
      if (!name) throw error
      refused.set(name, error.message)
      delete left[name]
    }
  }
}
