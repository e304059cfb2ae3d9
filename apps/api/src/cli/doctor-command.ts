import { parseArgs, styleText } from 'node:util'
import type { Finding } from '#src/cli/doctor/check'
import { examine } from '#src/cli/doctor/checks'
import { describeRepair, repairStock } from '#src/cli/doctor/repair-stock'
import { readSettings } from '#src/cli/doctor/settings'
import type { OpenDatabase } from '#src/database/open-database'
import { readVariables } from '#src/env'
import { escapeControlCharacters, formatCommandHint, print } from '#src/server/console'
import { rejectOnInterruption, runCommand } from './command'
import { withMigratedDatabase } from './database-access'
import { formatTable } from './format'

const usage = `Usage:
  npm run doctor                    prints a table
  npm run doctor -- --json          prints the same for programs
  npm run doctor -- --repair-stock  sets each stock to the sum of its movements

Checks everything that Stockie needs and changes nothing: settings, disk, database, schema,
accounts, clock, stock, totals, records and backups. The exit code is 1 if there is an error. With
--repair-stock it checks nothing else, and lists the stocks that it has changed: count these products.`

function report(findings: Finding[], asJson: boolean): void {
  const errors = findings.filter(({ state }) => state === 'error').length
  const warnings = findings.filter(({ state }) => state === 'warning').length
  if (errors > 0) process.exitCode = 1
  if (asJson) {
    process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
    return
  }
  const counts = [
    count(findings.length, 'check'),
    count(errors, 'error'),
    count(warnings, 'warning'),
  ]
  process.stdout.write(
    `${formatFindings(findings, process.stdout)}\n\n${counts[0]}: ${counts[1]}, ${counts[2]}.\n`,
  )
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const colours = { ok: 'green', warning: 'yellow', error: 'red' } as const

/** Formats the findings as a table. On a terminal it has colours, and lines wrap at its width. */
function formatFindings(findings: Finding[], terminal: NodeJS.WriteStream): string {
  const widest = Math.max(...findings.map(({ check }) => check.length))
  const width = terminal.isTTY ? Math.max(40, terminal.columns - widest - 12) : Infinity
  const rows = findings.flatMap(({ check, state, found }) =>
    wrap(escapeControlCharacters(found), width).map((line, index) =>
      index === 0 ? [check, state, line] : ['', '', line],
    ),
  )
  const table = formatTable([['Check', 'State', 'Finding'], ...rows])
  if (!terminal.isTTY || !terminal.hasColors()) return table
  return table.replaceAll(
    /^(\S.*? {2})(ok|warning|error)(?= )/gm,
    (_line, before: string, state: Finding['state']) => before + styleText(colours[state], state),
  )
}

/** Breaks a text into lines of whole words. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + word.length >= width) {
      lines.push(line)
      line = word
    } else {
      line = line ? `${line} ${word}` : word
    }
  }
  return [...lines, line]
}

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      'repair-stock': { type: 'boolean' },
      // The former name of --repair-stock, which shops have in their scripts. Undocumented.
      'mend-stock': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    print(formatCommandHint(usage))
    return
  }
  if (values['repair-stock'] || values['mend-stock']) {
    const repair = await withMigratedDatabase(({ url }) => repairStock(url))
    print(describeRepair(repair))
    return
  }
  let opening: Promise<OpenDatabase> | undefined
  const interrupted = rejectOnInterruption()
  try {
    const settings = readSettings(readVariables())
    const findings = examine(settings, (promise) => void (opening = promise))
    report(await Promise.race([interrupted, findings]), values.json ?? false)
  } finally {
    // Stops an embedded server that this command has started. One that ran before goes on.
    await opening?.then(
      ({ close }) => close(),
      () => {},
    )
  }
})
