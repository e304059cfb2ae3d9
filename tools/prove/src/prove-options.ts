import path from 'node:path'
import { parseOptions } from '@stockie/testkit/command-line'
import { UsageError } from '@stockie/testkit/errors'

export const usage = `Usage:
  npm run prove -- [--long] [--only NAME,…] [--seed N] [--json FILE]

Injects faults into Stockie and counts lost data. The short form takes 90 s. --long plays many rounds, and faults of
clusters, for about an hour and a half. --only takes the names of faults. --seed repeats the choices of one printed round; the exact timing depends
on the machine. --json writes the results to a file.`

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
    throw new UsageError(
      `--seed ${seed} is not a printed seed. Use the number from the line of a round.\n\n${usage}`,
    )
  }
  return {
    long,
    only: only.flatMap((names) => names.split(',')).filter((name) => name !== ''),
    seed: seed === undefined ? undefined : Number(seed),
    json: json === undefined ? undefined : path.resolve(json),
    help,
  }
}
