import path from 'node:path'
import { parseOptions } from '@stockie/testkit/command-line'

export const usage = `Usage:
  npm run bench -- [--only A1,login]… [--quick] [--json FILE]

Measures Stockie against its limits and prints a table of ratios. All rows take about half an hour on two cores.
--only takes ids (A, A4, A4-month) or parts of names. --quick makes fewer and shorter rounds. --json writes each
row as soon as it is measured.`

export type Options = { only: string[]; quick: boolean; json: string | undefined; help: boolean }

const options = {
  only: { type: 'string', multiple: true },
  quick: { type: 'boolean' },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export function readOptions(args: string[]): Options {
  const { only = [], quick = false, json, help = false } = parseOptions(args, { options, usage })
  return { only, quick, json: json === undefined ? undefined : path.resolve(json), help }
}
