import path from 'node:path'
import { parseOptions } from '@stockie/testkit/command-line'
import { UsageError } from '@stockie/testkit/errors'

export const usage = `Usage:
  npm run prove -- [--long] [--only NAME,…] [--seed N] [--json FILE]

It does harm to Stockie and counts what is lost. --long plays many rounds, for an hour or so, where the short form
takes 90 s. --only takes names of faults. --seed plays one round of the choices that it was printed with; the
moments are the machine's own. --json writes the table.`

export type Options = {
  long: boolean
  only: string[]
  seed: number | undefined
  json: string | undefined
  help: boolean
}

const options = {
  long: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  seed: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export function readOptions(args: string[]): Options {
  const {
    long = false,
    only = [],
    seed,
    json,
    help = false,
  } = parseOptions(args, { options, usage })
  if (seed !== undefined && !/^\d{1,10}$/.test(seed)) {
    throw new UsageError(`--seed ${seed} is not a number that was printed.\n\n${usage}`)
  }
  return {
    long,
    only: only.flatMap((names) => names.split(',')).filter((name) => name !== ''),
    seed: seed === undefined ? undefined : Number(seed),
    json: json === undefined ? undefined : path.resolve(json),
    help,
  }
}
