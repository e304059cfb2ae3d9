import { type Env, EnvError, readEnv, variables } from '#src/env'

export type Settings = {
  env: Env
  /** The names of Stockie's variables that are set and valid. */
  given: string[]
  /** The error message of each invalid variable, by its name. */
  refused: Map<string, string>
}

/** Reads the environment without its invalid variables, so that all other checks still run. */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const remaining = { ...source }
  const refused = new Map<string, string>()
  const names = Object.keys(variables)
  for (;;) {
    try {
      const env = readEnv(remaining)
      return { env, refused, given: names.filter((name) => remaining[name]) }
    } catch (error) {
      if (!(error instanceof EnvError)) throw error
      const name = names.find(
        (variable) => remaining[variable] && error.message.startsWith(`${variable} `),
      )
      if (!name) throw error
      refused.set(name, error.message)
      delete remaining[name]
    }
  }
}
