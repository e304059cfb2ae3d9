import { EnvError, readEnv, variables, type Env } from '@/env'

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
