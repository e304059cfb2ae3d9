import path from 'node:path'
import { parseOptions } from '@stockie/testkit/command-line'
import { UsageError } from '@stockie/testkit/errors'

export const usage = `Usage:
  npm run bench -- [--only A1,login]… [--quick] [--json FILE]
       npm run bench -- --scaling [--only tills] [--tills 1,10,100,1000] [--quick] [--json FILE]

Measures Stockie against its limits and prints a table of ratios. All rows take about half an hour on two cores.
--only takes ids (A, A4, A4-month) or parts of names. --quick makes fewer and shorter rounds. --json writes each
row as soon as it is measured.
--scaling measures how far one PostgreSQL carries, for docs/scaling.md: sales as fast as possible, then tills
that sell, then a backup and a restore. It takes about half an hour. --only takes capacities, tills or backup.`

export type Options = {
  only: string[]
  quick: boolean
  json: string | undefined
  help: boolean
  scaling: boolean
  /** The numbers of tills that --scaling lets sell, one after the other. */
  tills: number[]
}

const options = {
  only: { type: 'string', multiple: true },
  quick: { type: 'boolean' },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  scaling: { type: 'boolean' },
  tills: { type: 'string' },
} as const

const usualTills = '1,10,100,1000'

export function readOptions(args: string[]): Options {
  const values = parseOptions(args, { options, usage })
  const {
    only = [],
    quick = false,
    json,
    help = false,
    scaling = false,
    tills = usualTills,
  } = values
  if (!/^[1-9]\d{0,4}(,[1-9]\d{0,4})*$/.test(tills))
    throw new UsageError(`--tills ${tills} is not a list of numbers.\n\n${usage}`)
  return {
    only,
    quick,
    json: json === undefined ? undefined : path.resolve(json),
    help,
    scaling,
    tills: tills.split(',').map(Number),
  }
}
